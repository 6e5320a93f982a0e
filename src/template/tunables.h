/* template/tunables.h: the weights and thresholds of templates.
 *
 * The trust of an anchor, 0 to 1, says how surely it finds the right value on other pages of the site.  The most
 * trusted anchors that give the wanted values become the field, the others its fall-backs; so a larger trust prefers
 * that kind of anchor.  Costs are subtracted from the trust.  Unless noted, all were fitted on 280 pages of 63 sites,
 * with every page of a site as the sample in turn (doc/accuracy 3); doc/method 3.4 describes them. */
#ifndef DT_TEMPLATE_TUNABLES_H
#define DT_TEMPLATE_TUNABLES_H

/* ---- learn/anchors.c, candidates_*.c: trust of heads ---- */
#define DT_TRUST_MEANING 0.98    /* attributes with a meaning: itemprop, property, name of meta */
#define DT_TRUST_ID 0.95         /* an id */
#define DT_TRUST_CLASS 0.9       /* a class of elements with a certain tag */
#define DT_TRUST_ANY_CLASS 0.8   /* a class of any element, or several classes together */
#define DT_TRUST_ATTRIBUTE 0.8   /* other attributes */
#define DT_TRUST_H1 0.8          /* the tag h1 */
#define DT_TRUST_TAG 0.6         /* title, address, time, article, main */
#define DT_TRUST_BODY 0.4        /* body, for lists */
#define DT_TRUST_ANYWHERE 0.4    /* paragraphs, wherever there are several long ones */
#define DT_TRUST_PATH 0.35       /* the whole path from the root */
#define DT_TRUST_DATA 0.95       /* the type of a JSON-LD object */
#define DT_TRUST_OUTER_DATA 0.97 /* the type of a JSON-LD object around another */
/* The trust of a name is multiplied by DT_FITNESS_BASE + DT_FITNESS_WEIGHT * its fitness, which is 1 without digits. */
#define DT_FITNESS_BASE 0.6
#define DT_FITNESS_WEIGHT 0.4
#define DT_FITNESS_NUMBERED 0.8 /* letters with one or two digits: "col2" */
#define DT_FITNESS_DIGITS 0.5   /* digits elsewhere */

/* ---- learn/labels.c: trust of labels ---- */
#define DT_TRUST_COLON 0.9      /* a text with a colon at its end */
#define DT_TRUST_LABEL_TAG 0.88 /* dt, th, label */
#define DT_TRUST_HEADING 0.75   /* headings, legend, caption */
#define DT_TRUST_BOLD 0.7       /* b, strong, td */
#define DT_TRUST_TEXT 0.5       /* other texts */
#define DT_TRUST_SURE 0.85      /* least trust of a sure label */
#define DT_MIN_LABEL 0.3        /* a text with less trust is not a label */
#define DT_COST_BACK 0.08       /* each text between label and value */
#define DT_COST_DIGITS 0.35     /* digits in a label that is not sure */
#define DT_COST_SURE_DIGITS 0.2 /* digits in a sure label */
#define DT_COST_FEW_DIGITS 0.05 /* one or two digits in a label with a colon */
#define DT_GAIN_NAMED 0.08      /* the label contains the field's name */

/* ---- learn/anchor_path.c, labels.c, candidates_*.c: costs of ways from a head to the value ---- */
#define DT_COST_STEP 0.03            /* a step down or up */
#define DT_COST_NUMBER 0.05          /* a number in a path, or a sibling between label and value */
#define DT_COST_ANYWHERE 0.06        /* "//tag" */
#define DT_COST_SIBLING 0.02         /* the step from a label to a sibling */
#define DT_COST_FOLLOWING 0.12       /* "/following::tag[1]" */
#define DT_COST_LEVEL 0.03           /* each level between the head's element and the value's */
#define DT_COST_LIST_LEVEL 0.04      /* each level between the head's element and a list */
#define DT_COST_LIST_STEP 0.02       /* a step of a list's path at which its items differ, or a class of all items */
#define DT_COST_LIST_NUMBER 0.12     /* a number before that step */
#define DT_COST_SECTION 0.01         /* all of a list under a heading, up to the next heading */
#define DT_GAIN_PROSE 0.01           /* a way to paragraphs and the headings among them */
#define DT_TRUST_ITEM_CLASS 0.93     /* a class of all items of a list */
#define DT_TRUST_ITEM_OUTER 0.9      /* a class of the elements around each item */
#define DT_TRUST_ITEM_ATTRIBUTE 0.85 /* an attribute of all items, without a meaning */

/* ---- learn/candidates_*.c: costs of places, compared with an element that has only the value as text ---- */
#define DT_COST_PARTIAL 0.1      /* a part of a text; value_pattern.c adds the cost of the cut */
#define DT_COST_ADDRESS 0.3      /* href, src */
#define DT_COST_META 0.2         /* an attribute of meta; for lists, of any element */
#define DT_COST_VALUE 0.2        /* another attribute */
#define DT_COST_TITLE 0.1        /* title */
#define DT_COST_OPTION 0.3       /* option */
#define DT_COST_DATA 0.08        /* JSON-LD */
#define DT_COST_LIST_DATA 0.1    /* JSON-LD, for lists */
#define DT_COST_TEXT 0.04        /* the only text or run of an element */
#define DT_COST_LIST_TEXT 0.03   /* texts or runs, for lists */
#define DT_COST_ONE_OF 0.09      /* a text or run among several */
#define DT_COST_RUN_ELEMENT 0.05 /* a run that is an element: the element itself is probably the value */

/* ---- learn/value_pattern.c: costs of cuts ---- */
#define DT_COST_AFFIX 0.05            /* all text before or after the value ... */
#define DT_COST_AFFIX_CHARACTER 0.002 /* ... and each character in it */
#define DT_COST_AFFIX_DIGITS 0.2      /* three or more digits in it */
#define DT_COST_MARK_BEFORE 0.2       /* only the punctuation or word before the value */
#define DT_COST_MARK_AFTER 0.15       /* only the punctuation or word after it */
#define DT_COST_SHAPE 0.16            /* the form of a number, anywhere in the text */
#define DT_GAIN_SHAPE 0.01            /* the form of a number after a certain text */

/* ---- learn/list_filter.c: costs of predicates ---- */
#define DT_COST_LIKE_SHAPE 0.06
#define DT_COST_WITHOUT_TAG 0.04
#define DT_COST_WITH_TAG 0.05
#define DT_COST_WITHOUT_CLASS 0.03
#define DT_COST_POSITION 0.05
#define DT_COST_ENDS 0.15 /* nodes left out at the ends of a list ... */
#define DT_COST_END 0.03  /* ... and each of these nodes */
#define DT_COST_SENTENCE 0.03
#define DT_GAIN_UNIFORM 0.02

/* ---- learn/field.c, select.c: agreement with the wanted values, 0 to 1 ---- */
#define DT_AGREES_WITH_NOTHING 0.6 /* values where none is wanted */
#define DT_MIN_FILTERED 0.3        /* a list gets variants with predicates; less takes longer to learn */
#define DT_MIN_UNIFORM 0.5         /* a list gets a variant for common features */
#define DT_MIN_SINGLE 0.5          /* a field with one value, learned from several samples */
#define DT_MIN_GAIN 0.001          /* gain by another part */
#define DT_MIN_RIVAL 0.6           /* a list becomes a fall-back */
#define DT_MIN_RIVAL_SCORE 0.15    /* a group becomes a fall-back: agreement^3 times strength */
#define DT_LIST_STRENGTH 0.35      /* added to the strength of lists, so that their agreement counts more */

/* ---- learn/select.c: strength of candidates: trust, times a factor if a single value is not the only one found ----
 */
#define DT_MIN_PART 0.5         /* a single value becomes another part */
#define DT_MIN_SURE_LABEL 0.75  /* where this label is missing, so is the field */
#define DT_MIN_BESIDE_LABEL 0.3 /* a fall-back in a field with such a label */
#define DT_FACTOR_MANY 0.4      /* more than three different values */
#define DT_FACTOR_FEW 0.55      /* two or three */
#define DT_FACTOR_REPEATED 0.95 /* the same value several times */

/* ---- learn/learn.c: layouts ---- */
#define DT_SAME_LAYOUT 0.75 /* least agreement of a sample with its layout; a larger one makes more layouts */
#define DT_MIN_SPLIT 0.15   /* least gain of agreement, per sample, by another layout */

/* ---- learn/list_examples.c: set by hand ---- */
#define DT_CHOSEN_SHARE 0.5 /* from this share of a list on, many examples are all that is wanted from it */

/* ---- match/match.c: the score of a layout (doc/method 3.6), fitted on 217 pages of 63 templates ---- */
#define DT_WEIGHT_ANCHORS                                                                                              \
  0.5                       /* times the share of anchors that find something; larger is better on redesigned pages    \
                             */
#define DT_WEIGHT_MARKS 1.0 /* times the similarity of the fingerprints; larger separates templates of one site */
#define DT_UNMARKED 0.5     /* factor for layouts without marks: prefers learned templates to those written by hand */
#define DT_USUAL_TRUST 0.5  /* an anchor without a trust, written by hand */

/* ---- apply/skeleton_align.c: Tree Align of a skeleton with a page, set by hand on redesigned pages ---- */
/* Scores of a pair of nodes, whose equal tags score 1: a larger one trusts that feature more. */
#define DT_SCORE_ID 3.0
#define DT_SCORE_CLASS 2.0
#define DT_SCORE_CAPTION 4.0
#define DT_MIN_LEAD 0.75        /* lead of the best place; a larger one finds fewer values, and fewer wrong ones */
#define DT_MIN_SURROUNDINGS 6.0 /* score of the surroundings that are compared with those on the sample */
#define DT_MIN_ALIKE 0.25       /* share of it that a page must reach: equal tags suffice where names have changed */

#endif
