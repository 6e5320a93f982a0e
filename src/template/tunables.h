/* template/tunables.h: the weights and thresholds of templates.
 *
 * The trust of an anchor, 0 to 1, says how often it finds the right value on other pages of the site: of the anchors
 * that give the wanted values, the most trusted become the field, the others its fall-backs.  Deductions are subtracted
 * from it.  All were fitted on 280 pages of 63 sites with every page of a site as the sample in turn (doc/accuracy 3;
 * doc/method 3.4 explains them). */
#ifndef DT_TEMPLATE_TUNABLES_H
#define DT_TEMPLATE_TUNABLES_H

/* ---- match/match.c: the score of a layout (doc/method 3.6), fitted on 217 pages of 63 templates ---- */
#define DT_WEIGHT_ANCHORS 0.5 /* of the share of anchors that find something; more trusts them on redesigned pages */
#define DT_WEIGHT_MARKS 1.0   /* of the similarity of the fingerprints; more tells templates of one site apart */
#define DT_UNMARKED 0.5       /* factor for layouts without marks: a learned template goes before one written by hand */
#define DT_USUAL_TRUST 0.5    /* of an anchor without a trust, written by hand */

/* ---- apply/skeleton_align.c: Tree Align of a skeleton with a page; set by hand on redesigned pages ---- */
/* Scores of a pair of nodes, whose equal tags score 1: a larger one trusts that feature more. */
#define DT_SCORE_ID 3.0
#define DT_SCORE_CLASS 2.0
#define DT_SCORE_CAPTION 4.0
#define DT_MIN_LEAD 0.75        /* of the best place over the next best; more finds less, and less of it is wrong */
#define DT_MIN_SURROUNDINGS 6.0 /* score of the surroundings that are compared with those on the sample */
#define DT_MIN_ALIKE 0.25       /* share of it that a page must reach: equal tags suffice where names have changed */

#endif
