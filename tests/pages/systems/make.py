#!/usr/bin/env python3
"""Writes list pages as widely used systems print them, with their records as tests/score.py reads them.

  make.py FOLDER [SYSTEM]...

The markup is the skeleton that the system prints: its elements, their classes and what stands around the list.  The
texts are made of words below, at random but the same each time.  Each system has a page of many records and one of
few.  FOLDER/fit has the pages of the systems that may be looked at when detm is changed, FOLDER/measure the others: how
far a change carries over.  A system is a function: it gets the source of texts and the number of records, and returns
the body of the page and the records.  Those of one kind stand beside each other, one for each use.
"""
import json, os, random, sys
from html import escape

NOUNS = (
    "anchor barometer beacon bellows bobbin bridge cellar chimney compass copper dovecote estuary ferry flint forge "
    "fountain gable garden glacier granary harbour heron hinge island kettle kiln lantern ledger lighthouse loom "
    "meadow mill mortar mosaic orchard organ parchment pendulum pewter quarry ratchet reservoir ridge saddle scaffold "
    "sextant shutter signal sluice spindle staircase steeple sundial thatch timber tower tunnel turbine vessel viaduct "
    "weir windmill workshop"
).split()
ADJECTIVES = (
    "amber brass broken carved coastal crooked early eastern faded forgotten frozen hidden hollow inland late little "
    "lower mended narrow northern old painted plain quiet restored rising shallow silver slow small southern steep "
    "sunken tall tidal upper walled western wooden"
).split()
VERBS = "adjusts builds carries cleans covers draws fills holds keeps lifts marks measures mends moves needs opens turns".split()
FIRST = "Ada Bela Cora Dino Edda Falk Gesa Hilja Ivo Jarl Kaja Lev Mika Nele Odo Pia Runa Silvio Tove Una Vito Wanda".split()
LAST = "Abel Brandt Corvin Dahl Eklund Ferro Gruber Holt Iversen Jansson Kalb Lorenz Moser Nygaard Orsini Pohl".split()
MONTHS = "January February March April May June July August September October November December".split()


class Words:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.used = set()

    def pick(self, *choices):
        return self.random.choice(choices)

    def number(self, least, most):
        return self.random.randint(least, most)

    def title(self, pattern=None):
        """A title that no other record of the page has."""
        while True:
            a, n, m = self.random.choice(ADJECTIVES), self.random.choice(NOUNS), self.random.choice(NOUNS)
            title = self.pick(f"The {a} {n}", f"{n} and {m}", f"{a} {n} for a {m}", f"How to mend a {n}", f"{a} {n}s")
            title = (pattern or "{}").format(title[0].upper() + title[1:])
            if title not in self.used and not any(title in one or one in title for one in self.used):
                self.used.add(title)
                return title

    def name(self):
        return f"{self.random.choice(FIRST)} {self.random.choice(LAST)}"

    def nick(self):
        return self.random.choice(NOUNS) + str(self.random.randint(2, 99))

    def sentence(self):
        r = self.random.choice
        words = f"the {r(ADJECTIVES)} {r(NOUNS)} {r(VERBS)} the {r(NOUNS)}"
        if self.number(0, 1):
            words += f" where a {r(ADJECTIVES)} {r(NOUNS)} {r(VERBS)} the {r(NOUNS)} of the {r(NOUNS)}"
        return words[0].upper() + words[1:] + "."

    def text(self, least, most):
        return " ".join(self.sentence() for _ in range(self.number(least, most)))

    def unique(self, least=1, most=3):
        """A text with which a post without a title can be told from others."""
        return f"{self.title()}: {self.text(least, most)}"

    def date(self, year=2025):
        return year, self.number(1, 12), self.number(1, 28)

    def price(self, most=90):
        return f"{self.number(2, most)}.{self.pick('00', '50', '90', '95')}"


def iso(date):
    return "%d-%02d-%02d" % date


def long(date):
    return f"{MONTHS[date[1] - 1]} {date[2]}, {date[0]}"


def short(date):
    return f"{date[2]} {MONTHS[date[1] - 1][:3]} {date[0]}"


def slug(text):
    return "".join(c if c.isalnum() else "-" for c in text.lower()).strip("-")


def each(n, make):
    """The markup of n records and the records themselves: make returns both for one."""
    made = [make(i) for i in range(n)]
    return "\n".join(one[0] for one in made), [one[1] for one in made]


def links(words, form='<li><a href="{0}">{1}</a></li>', path="/"):
    """A menu."""
    return "\n".join(form.format(path + slug(word), word) for word in words.split("|"))


SYSTEMS = []


def system(use, many=12, few=2):
    def note(function):
        SYSTEMS.append((function, use, many, few))
        return function

    return note


# ---- forums


@system("fit")
def phpbb_topic(w, n):
    topic = w.title()

    def post(i):
        name, date, body = w.nick(), w.date(), w.unique(1, 6)
        quote = f"<blockquote><div><cite>{w.nick()} wrote:</cite>{w.text(1, 2)}</div></blockquote>" if i % 3 == 2 else ""
        mark = "" if i % 2 else f'<div id="sig{i}" class="signature">{w.pick("Keep it dry.", "Measure twice.")}</div>'
        return (
            f"""<div id="p{i}" class="post has-profile bg{1 + i % 2}">
<div class="inner">
<dl class="postprofile" id="profile{i}">
<dt class="has-profile-rank no-avatar"><div class="avatar-container"></div>
<a href="./memberlist.php?mode=viewprofile&amp;u={i + 9}" class="username">{name}</a></dt>
<dd class="profile-rank">Member</dd>
<dd class="profile-posts"><strong>Posts:</strong> <a href="./search.php?author_id={i}">{w.number(3, 900)}</a></dd>
<dd class="profile-joined"><strong>Joined:</strong> Tue Mar {w.number(1, 28)}, 2017 7:{w.number(10, 59)} pm</dd>
</dl>
<div class="postbody">
<div id="post_content{i}">
<h3 {'class="first"' if not i else ''}><a href="#p{i}">{'' if not i else 'Re: '}{topic}</a></h3>
<p class="author"><a class="unread" href="./viewtopic.php?p={i}#p{i}" title="Post"><span class="sr-only">Post</span></a>
<span class="responsive-hide">by <strong><a href="./memberlist.php?u={i + 9}" class="username">{name}</a></strong> &raquo;
</span>{short(date)}, 8:{w.number(10, 59)} am</p>
<div class="content">{quote}{body}</div>
{mark}
</div>
</div>
<div class="back2top"><a href="#wrap" class="top" title="Top"><span class="sr-only">Top</span></a></div>
</div>
</div>
<hr class="divider">""",
            {"title": body, "author": name},
        )

    posts, records = each(n, post)
    return (
        f"""<div id="wrap" class="wrap"><div id="page-header"><div class="headerbar"><div id="site-description">
<a class="logo" href="./index.php"></a><h1>Workshop board</h1></div></div>
<div class="navbar"><ul id="nav-main" class="nav-main linklist">{links("Quick links|FAQ|Register|Login")}</ul>
<ul id="nav-breadcrumbs" class="nav-breadcrumbs linklist"><li class="breadcrumbs"><a href="./index.php">Board index</a>
<a href="./viewforum.php?f=2">Tools</a></li></ul></div></div>
<div id="page-body" class="page-body"><h2 class="topic-title"><a href="./viewtopic.php?t=4">{topic}</a></h2>
<div class="action-bar bar-top"><a href="./posting.php" class="button">Post Reply</a>
<div class="pagination">{n} posts &bull; Page <strong>1</strong> of <strong>1</strong></div></div>
{posts}
<div class="action-bar bar-bottom"><div class="pagination">{n} posts</div></div>
<div class="stat-block online-list"><h3>Who is online</h3><p>Users browsing this forum: No registered users</p></div>
</div></div>""",
        records,
    )


@system("measure")
def vbulletin_forum(w, n):
    def thread(i):
        title, name, last = w.title(), w.nick(), w.nick()
        return (
            f"""<li class="threadbit {'hot' if i % 4 == 1 else ''}" id="thread_{i}">
<div class="rating0 nonsticky"><div class="threadinfo" title="{w.sentence()}">
<a class="threadstatus" rel="vB::AJAX"></a>
<div class="inner"><h3 class="threadtitle"><a class="title" href="showthread.php?{i}-{slug(title)}"
id="thread_title_{i}">{title}</a></h3>
<div class="threadmeta"><div class="author"><span class="label">Started by
<a href="member.php?{i}" class="username understate">{name}</a>, {iso(w.date())}&nbsp;09:{w.number(10, 59)} AM</span></div></div>
</div></div>
<ul class="threadstats td alt" title=""><li>Replies: <a href="misc.php?t={i}" class="understate">{w.number(0, 90)}</a></li>
<li>Views: {w.number(100, 9000)}</li><li class="hidden">Rating0 / 5</li></ul>
<dl class="threadlastpost td"><dt class="lastpostby hidden">Last Post By</dt>
<dd><div class="popupmenu memberaction"><a class="username offline popupctrl" href="member.php?{i}9">{last}</a></div></dd>
<dd>{iso(w.date())}, <em class="time">07:{w.number(10, 59)} PM</em></dd></dl>
</div></li>""",
            {"title": title, "author": name, "last": last},
        )

    threads, records = each(n, thread)
    return (
        f"""<div class="above_body"><div id="header" class="floatcontainer doc_header"><a href="forum.php" class="logo-image">
Bench talk</a></div><div id="navbar" class="navbar"><ul id="navtabs" class="navtabs">
{links("Forum|New posts|Calendar|Community|Quick links")}</ul></div></div>
<div class="body_wrapper"><div id="breadcrumb" class="breadcrumb"><ul><li class="navbit"><a href="forum.php">Forum</a></li>
<li class="navbit lastnavbit"><span>Hand tools</span></li></ul></div>
<div id="pagetitle" class="pagetitle"><h1>Forum: <span class="forumtitle">Hand tools</span></h1></div>
<div id="threadlist" class="threadlist"><form id="thread_inlinemod_form" action="inlinemod.php" method="post">
<h2 class="hidden">Threads in This Forum</h2>
<div><div class="threadlisthead table"><div><span class="threadinfo"><span class="threadtitle"><a href="?sort=title">Title</a> /
<a href="?sort=postusername">Thread Starter</a></span></span><span class="threadstats td">Replies / Views</span>
<span class="threadlastpost td"><a href="?sort=lastpost">Last Post By</a></span></div></div></div>
<ol id="threads" class="threads">{threads}</ol></form></div>
<div id="below_threadlist" class="noinlinemod below_threadlist"><div class="thread_info_block"><div class="info_subblock">
<h4>Posting Permissions</h4><ul class="youcandoblock"><li>You <strong>may not</strong> post new threads</li>
<li>You <strong>may not</strong> post replies</li><li>You <strong>may not</strong> post attachments</li></ul></div></div></div></div>""",
        records,
    )


@system("fit")
def discourse_topics(w, n):
    def topic(i):
        title, tags = w.title(), w.random.sample(NOUNS, w.number(0, 3))
        marks = "".join(f"<a href='/tag/{t}' class='discourse-tag' rel='tag'>{t}</a> " for t in tags)
        posters = "".join(
            f'<a href="/u/{w.nick()}" class="{"latest" if k == 0 else ""}"><img alt="" width="25" height="25" '
            f'src="/avatar/{i}{k}.png" title="Frequent poster"></a>'
            for k in range(w.number(1, 4))
        )
        category = w.pick("Repair", "Showcase", "Questions")
        return (
            f"""<tr class="topic-list-item" id="topic-list-item-{i}"><td class="main-link" itemprop="itemListElement" itemscope
itemtype="http://schema.org/ListItem"><meta itemprop="position" content="{i + 1}"><span class="link-top-line">
<a itemprop="url" href="/t/{slug(title)}/{i + 40}" class="title raw-link raw-topic-link">{title}</a></span>
<div class="link-bottom-line"><a href="/c/{category.lower()}" class="badge-wrapper bullet">
<span class="badge-category-bg"></span><span class="badge-category clear-badge"><span class="category-name">{category}</span>
</span></a><div class="discourse-tags">{marks}</div></div></td>
<td class="posters">{posters}</td>
<td class="replies"><span class="posts" title="posts">{w.number(0, 60)}</span></td>
<td class="views"><span class="views" title="views">{w.number(20, 5000)}</span></td>
<td>{long(w.date())}</td></tr>""",
            {"title": title, "category": category},
        )

    topics, records = each(n, topic)
    return (
        f"""<header><a href="/">Makers</a></header><div id="main-outlet" class="wrap" role="main">
<div itemscope itemtype="http://schema.org/ItemList"><meta itemprop="itemListOrder" content="Descending">
<table class="topic-list"><thead><tr><th>Topic</th><th></th><th class="replies">Replies</th><th class="views">Views</th>
<th>Activity</th></tr></thead><tbody>{topics}</tbody></table></div>
<div role="navigation" itemscope itemtype="http://schema.org/SiteNavigationElement" class="topic-list-bottom">
<span itemprop="name"><b><a rel="next" itemprop="url" href="/latest?page=1">next page &rarr;</a></b></span></div></div>
<footer class="container wrap"><nav class="crawler-nav"><ul>{links("Home|Categories|Guidelines|Terms of Service|Privacy")}
</ul></nav><p class="powered-by-link">Powered by <a href="https://d.example">Discourse</a></p></footer>""",
        records,
    )


def comment_list(w, most):
    made = "".join(
        f"""<li class="comment js-comment" data-comment-id="{k}"><div class="js-comment-actions comment-actions">
<div class="comment-score js-comment-score"><span title="number of useful comments" class="cool">{w.pick('', w.number(1, 30))}</span>
</div></div><div class="comment-text js-comment-text-and-form"><div class="comment-body js-comment-edit-hide">
<span class="comment-copy">{w.text(1, 2)}</span> <div class="d-inline-flex ai-center">&ndash;&nbsp;
<a href="/users/{k}" title="{w.number(100, 9000)} reputation" class="comment-user">{w.nick()}</a></div>
<span class="comment-date"><a class="comment-link" href="#comment{k}"><span title="{iso(w.date())} 08:12:44Z"
class="relativetime-clean">{short(w.date())} at 8:{w.number(10, 59)}</span></a></span></div></div></li>"""
        for k in range(w.number(0, most))
    )
    return f"""<div class="mt24"><div id="comments" class="comments js-comments-container"><ul class="comments-list
js-comments-list">{made}</ul></div></div>"""


@system("measure", 5, 3)
def stack_exchange(w, n):
    question = w.title("{}?")

    def post(i):
        body, name = w.unique(1, 9), w.nick()
        code = "<pre><code>turn --left 3\nlock</code></pre>" if i % 3 == 1 else ""
        kind = "question" if i == 0 else "answer"
        return (
            f"""<div id="{kind}-{i}" class="{kind} js-{kind}" data-{kind}id="{i}"><div class="post-layout">
<div class="votecell post-layout--left"><div class="js-voting-container d-flex jc-center fd-column">
<button class="js-vote-up-btn" aria-label="Up vote"></button>
<div class="js-vote-count" itemprop="upvoteCount" data-value="{w.number(0, 80)}">{w.number(0, 80)}</div>
<button class="js-vote-down-btn" aria-label="Down vote"></button></div></div>
<div class="{'postcell' if i == 0 else 'answercell'} post-layout--right">
<div class="s-prose js-post-body" itemprop="text"><p>{body}</p>{code}<p>{w.text(1, 2)}</p></div>
<div class="mt24"><div class="d-flex fw-wrap ai-start jc-end gs8 gsy"><div class="flex--item mr16"><div class="js-post-menu">
<a href="/q/{i}" class="js-share-link">Share</a> <a href="/posts/{i}/edit" class="js-suggest-edit-post">Improve this {kind}</a>
<button type="button" class="js-follow-post">Follow</button></div></div>
<div class="post-signature flex--item"><div class="user-info"><div class="user-action-time">{'asked' if i == 0 else 'answered'}
<span title="{iso(w.date())}" class="relativetime">{short(w.date())} at 9:{w.number(10, 59)}</span></div>
<div class="user-details" itemprop="author"><a href="/users/{i}/{name}">{name}</a>
<div class="-flair"><span class="reputation-score">{w.number(100, 9000)}</span></div></div></div></div></div></div></div>
<span class="d-none" itemprop="commentCount"></span>
<div class="post-layout--right js-post-comments-component">{comment_list(w, 7)}</div></div></div>"""
            + (
                f"""<div id="answers"><div id="answers-header"><div class="answers-subheader"><h2 class="mb0" data-answercount="{n - 1}">{n - 1}
Answers</h2></div></div>"""
                if i == 0
                else ""
            ),
            {"title": body, "author": name},
        )

    posts, records = each(n, post)
    related = "".join(
        f"""<div class="spacer js-gps-track"><a href="/q/{k}" title="Score"><div class="answer-votes default">{w.number(0, 90)}</div></a>
<a href="/questions/{k}/x" class="question-hyperlink">{w.title('{}?')}</a></div>"""
        for k in range(9)
    )
    return (
        f"""<header class="s-topbar"><div class="s-topbar--container"><a href="/" class="s-topbar--logo">Workshop</a></div></header>
<div class="container"><div id="left-sidebar"><ol class="nav-links">{links("Home|Questions|Tags|Users|Unanswered")}</ol></div>
<div id="content"><div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><div class="inner-content">
<div id="question-header"><h1 itemprop="name"><a href="/questions/1" class="question-hyperlink">{question}</a></h1></div>
<div id="mainbar">{posts}</div></div>
<div id="sidebar"><div class="module sidebar-related"><h4>Related</h4><div class="related js-gps-related-questions">{related}
</div></div><div id="hot-network-questions" class="module tex2jax_ignore"><h4>Hot Network Questions</h4><ul>
{links("|".join(w.title() for _ in range(8)))}</ul></div></div></div></div></div></div>""",
        records,
    )


@system("fit")
def reddit_old(w, n):
    def thing(i):
        title, name = w.title(), w.nick()
        return (
            f"""<div class="thing id-t3_{i} {'odd' if i % 2 else 'even'} link" id="thing_t3_{i}" data-type="link">
<p class="parent"></p><span class="rank">{i + 1}</span><div class="midcol unvoted"><div class="arrow up login-required"></div>
<div class="score dislikes">{w.number(1, 900)}</div><div class="score unvoted">{w.number(1, 900)}</div>
<div class="score likes">{w.number(1, 900)}</div><div class="arrow down login-required"></div></div>
<div class="entry unvoted"><div class="top-matter"><p class="title"><a class="title may-blank" href="/r/tools/{i}/"
tabindex="1">{title}</a> <span class="domain">(<a href="/domain/{w.nick()}.example/">{w.nick()}.example</a>)</span></p>
<div class="expando-button collapsed hide-when-pinned selftext"></div><p class="tagline ">submitted
<time title="x" datetime="{iso(w.date())}T10:02:00+00:00" class="live-timestamp">{w.number(2, 23)} hours ago</time> by
<a href="/user/{name}" class="author may-blank">{name}</a><span class="userattrs"></span></p>
<ul class="flat-list buttons"><li class="first"><a href="/r/tools/comments/{i}/" class="bylink comments may-blank">
{w.number(2, 90)} comments</a></li><li class="share"><a class="post-sharing-button" href="javascript: void 0;">share</a></li>
<li class="link-save-button save-button"><a href="#">save</a></li><li><form action="/post/hide" method="post" class="state-button">
<span><a href="javascript:void(0)">hide</a></span></form></li></ul></div></div><div class="child"></div>
<div class="clearleft"></div></div><div class="clearleft"></div>""",
            {"title": title, "author": name},
        )

    things, records = each(n, thing)
    return (
        f"""<div id="header"><div id="sr-header-area"><ul class="flat-list sr-bar hover">{links("home|popular|all|random|tools|wood")}
</ul></div><div id="header-bottom-left"><span class="hover pagename redditname"><a href="/r/tools/">tools</a></span>
<ul class="tabmenu">{links("hot|new|rising|controversial|top|wiki")}</ul></div></div>
<div class="side"><div class="spacer"><div class="titlebox"><h1 class="hover redditname"><a href="/r/tools">tools</a></h1>
<div class="usertext-body may-blank-within md-container"><div class="md"><p>{w.text(2, 3)}</p>
<ol><li>{w.sentence()}</li><li>{w.sentence()}</li><li>{w.sentence()}</li></ol></div></div></div></div></div>
<div class="content" role="main"><div class="spacer"><div id="siteTable" class="sitetable linklisting">{things}
<div class="nav-buttons"><span class="nextprev">view more: <span class="next-button"><a href="/r/tools/?after=1"
rel="nofollow next">next &rsaquo;</a></span></span></div></div></div></div>""",
        records,
    )


@system("measure")
def hacker_news(w, n):
    def story(i):
        title, name = w.title(), w.nick()
        if i % 5 == 4:  # an advert for a job has no votes, author or comments
            return (
                f"""<tr class="athing submission" id="{i}"><td align="right" valign="top" class="title"><span class="rank">{i + 1}.</span>
</td><td></td><td class="title"><span class="titleline"><a href="https://{w.nick()}.example/jobs">{title}</a></span></td></tr>
<tr><td colspan="2"></td><td class="subtext"><span class="age" title="{iso(w.date())}"><a href="item?id={i}">{w.number(2, 23)} hours
ago</a></span> | <a href="hide?id={i}">hide</a></td></tr><tr class="spacer" style="height:5px"></tr>""",
                {"title": title},
            )
        return (
            f"""<tr class="athing submission" id="{i}"><td align="right" valign="top" class="title"><span class="rank">{i + 1}.</span>
</td><td valign="top" class="votelinks"><center><a id="up_{i}" href="vote?id={i}"><div class="votearrow" title="upvote"></div></a>
</center></td><td class="title"><span class="titleline"><a href="https://{w.nick()}.example/{i}">{title}</a>
<span class="sitebit comhead"> (<a href="from?site=x"><span class="sitestr">{w.nick()}.example</span></a>)</span></span></td></tr>
<tr><td colspan="2"></td><td class="subtext"><span class="subline"><span class="score" id="score_{i}">{w.number(4, 400)} points</span> by
<a href="user?id={name}" class="hnuser">{name}</a> <span class="age" title="{iso(w.date())}"><a href="item?id={i}">{w.number(2, 23)}
hours ago</a></span> <span id="unv_{i}"></span> | <a href="hide?id={i}">hide</a> | <a href="item?id={i}">{w.number(2, 200)}&nbsp;comments
</a></span></td></tr><tr class="spacer" style="height:5px"></tr>""",
            {"title": title, "author": name},
        )

    stories, records = each(n, story)
    return (
        f"""<center><table id="hnmain" border="0" cellpadding="0" cellspacing="0" width="85%" bgcolor="#f6f6ef">
<tr><td bgcolor="#ff6600"><table border="0" style="padding:2px" width="100%"><tr><td style="width:18px"><a href="/"><img src="y.gif">
</a></td><td style="line-height:12pt"><span class="pagetop"><b class="hnname"><a href="news">Workshop News</a></b>
<a href="newest">new</a> | <a href="front">past</a> | <a href="newcomments">comments</a> | <a href="ask">ask</a> |
<a href="jobs">jobs</a></span></td></tr></table></td></tr><tr style="height:10px"></tr>
<tr><td><table border="0" cellpadding="0" cellspacing="0">{stories}<tr class="morespace" style="height:10px"></tr>
<tr><td colspan="2"></td><td class="title"><a href="?p=2" class="morelink" rel="next">More</a></td></tr></table></td></tr>
<tr><td><img src="s.gif" height="10"><table width="100%"><tr><td bgcolor="#ff6600"></td></tr></table><br><center>
<span class="yclinks"><a href="newsguidelines.html">Guidelines</a> | <a href="faq.html">FAQ</a> | <a href="lists">Lists</a></span>
</center></td></tr></table></center>""",
        records,
    )


@system("fit", 14, 3)
def wordpress_comments(w, n):
    """Replies stand within the comment that they answer."""
    records = []

    def comment(depth, i):
        body, name = w.unique(1, 3), w.name()
        records.append({"title": body, "author": name})
        answers = []
        while depth < 3 and len(records) < n and w.number(0, 2) == 0:
            answers.append(comment(depth + 1, len(records)))
        inner = f'<ol class="children">{"".join(answers)}</ol>' if answers else ""
        return f"""<li id="comment-{i}" class="comment even thread-even depth-{depth}"><article id="div-comment-{i}"
class="comment-body"><footer class="comment-meta"><div class="comment-author vcard"><img alt="" src="/a{i}.png" class="avatar">
<b class="fn">{name}</b> <span class="says">says:</span></div><div class="comment-metadata"><a href="#comment-{i}">
<time datetime="{iso(w.date())}T08:00:00+00:00">{long(w.date())} at 8:{w.number(10, 59)} am</time></a></div></footer>
<div class="comment-content"><p>{body}</p></div><div class="reply"><a rel="nofollow" class="comment-reply-link"
href="#comment-{i}">Reply</a></div></article>{inner}</li>"""

    made = ""
    while len(records) < n:
        made += comment(1, len(records))
    return (
        f"""<header id="masthead" class="site-header"><nav id="site-navigation" class="main-navigation"><ul class="nav-menu">
{links("Home|About|Archive")}</ul></nav></header><main id="main" class="site-main"><article class="post hentry">
<h1 class="entry-title">{w.title()}</h1><p>{w.sentence()}</p></article>
<div id="comments" class="comments-area"><h2 class="comments-title">{n} thoughts</h2><ol class="comment-list">{made}</ol>
<div id="respond" class="comment-respond"><h3 id="reply-title">Leave a Reply</h3></div></div></main>
<aside class="widget-area"><section class="widget widget_recent_entries"><h2 class="widget-title">Recent Posts</h2><ul>
{links("|".join(w.title() for _ in range(5)))}</ul></section></aside>""",
        records,
    )


@system("measure", 14, 3)
def hn_like_replies(w, n):
    """Replies in replies as Disqus and Lemmy print them: div within div."""
    records = []

    def comment(depth, i):
        body, name = w.unique(1, 3), w.nick()
        records.append({"title": body, "author": name})
        answers = []
        while depth < 4 and len(records) < n and w.number(0, 2) == 0:
            answers.append(comment(depth + 1, len(records)))
        inner = f'<div class="children"><div class="answers">{"".join(answers)}</div></div>' if answers else ""
        return f"""<div class="comment" id="c{i}"><div class="comment-head"><a class="person" href="/u/{name}">{name}</a>
<span class="when">{w.number(2, 23)} hours ago</span> <span class="points">{w.number(1, 80)}</span></div>
<div class="comment-text"><p>{body}</p></div><div class="comment-tools"><button>Reply</button> <button>Share</button></div>{inner}</div>"""

    made = ""
    while len(records) < n:
        made += comment(1, len(records))
    return (
        f"""<nav class="navbar"><a class="brand" href="/">Talk</a>{links("Posts|Communities|Search", '<a href="{0}">{1}</a> ')}</nav>
<main><div class="post-title"><h1>{w.title()}</h1></div><div class="comments">{made}</div></main>
<footer>{links("Modlog|Docs|Code", '<a href="{0}">{1}</a> ')}</footer>""",
        records,
    )


# ---- shops and archives of articles


@system("fit")
def wordpress_archive(w, n):
    def post(i):
        title, name, date, text = w.title(), w.name(), w.date(), w.text(1, 4)
        picture = f'<div class="post-thumbnail"><a href="/{i}"><img src="/{i}.jpg" alt=""></a></div>' if i % 3 else ""
        tags = "".join(f', <a href="/tag/{t}" rel="tag">{t}</a>' for t in w.random.sample(NOUNS, w.number(1, 4)))[2:]
        return (
            f"""<article id="post-{i}" class="post-{i} post type-post status-publish format-standard hentry category-news">
{picture}<header class="entry-header"><h2 class="entry-title"><a href="/{slug(title)}/" rel="bookmark">{title}</a></h2>
<div class="entry-meta"><span class="posted-on"><a href="/{slug(title)}/"><time class="entry-date published">{long(date)}</time></a>
</span><span class="byline"> by <span class="author vcard"><a class="url fn n" href="/author/x">{name}</a></span></span></div></header>
<div class="entry-content"><p>{text} <a href="/{slug(title)}/" class="more-link">Continue reading</a></p></div>
<footer class="entry-footer"><span class="tags-links">Tagged {tags}</span></footer></article>""",
            {"title": title, "author": name, "date": long(date), "text": text},
        )

    posts, records = each(n, post)
    archives = "".join(f'<li><a href="/2024/{k}">{MONTHS[k]} 2024</a>&nbsp;({w.number(1, 9)})</li>' for k in range(12))
    recent = "".join(f'<li><a href="/r{k}">{w.title()}</a><span class="post-date">{long(w.date())}</span></li>' for k in range(5))
    return (
        f"""<div id="page" class="site"><header id="masthead" class="site-header"><p class="site-title"><a href="/">Bench notes</a></p>
<nav class="main-navigation"><ul class="menu">{links("Home|About|Tools|Contact")}</ul></nav></header>
<div id="content" class="site-content"><main id="main" class="site-main"><header class="page-header">
<h1 class="page-title">Category: News</h1></header>{posts}
<nav class="navigation posts-navigation"><div class="nav-links"><div class="nav-previous"><a href="/page/2/">Older posts</a></div>
</div></nav></main><aside id="secondary" class="widget-area"><section class="widget widget_recent_entries">
<h2 class="widget-title">Recent Posts</h2><ul>{recent}</ul></section><section class="widget widget_archive">
<h2 class="widget-title">Archives</h2><ul>{archives}</ul></section></aside></div></div>""",
        records,
    )


@system("measure")
def woocommerce(w, n):
    def product(i):
        title, price = w.title(), w.price()
        sale = '<span class="onsale">Sale!</span>' if i % 4 == 1 else ""
        was = f"""<del aria-hidden="true"><span class="woocommerce-Price-amount amount"><bdi><span
class="woocommerce-Price-currencySymbol">&euro;</span>{w.number(91, 120)}.00</bdi></span></del> """
        stars = f"""<div class="star-rating" role="img" aria-label="Rated 4.50 out of 5"><span style="width:90%">Rated <strong
class="rating">4.50</strong> out of 5</span></div>"""
        return (
            f"""<li class="product type-product post-{i} status-publish {'instock' if i % 3 else 'outofstock'} has-post-thumbnail">
<a href="/product/{slug(title)}/" class="woocommerce-LoopProduct-link woocommerce-loop-product__link">
<img width="300" height="300" src="/p{i}.jpg" class="attachment-woocommerce_thumbnail" alt="">{sale}
<h2 class="woocommerce-loop-product__title">{title}</h2>{stars if i % 2 else ''}
<span class="price">{was if sale else ''}<span class="woocommerce-Price-amount amount"><bdi><span
class="woocommerce-Price-currencySymbol">&euro;</span>{price}</bdi></span></span></a>
<a href="?add-to-cart={i}" class="button product_type_simple add_to_cart_button">{'Add to cart' if i % 3 else 'Read more'}</a></li>""",
            {"title": title, "price": price},
        )

    products, records = each(n, product)
    side = "".join(
        f"""<li><a href="/product/s{k}"><img src="/s{k}.jpg" alt=""><span class="product-title">{w.title()}</span></a>
<span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">&euro;</span>{w.price()}</bdi>
</span></li>"""
        for k in range(4)
    )
    return (
        f"""<header class="site-header"><nav class="main-navigation"><ul class="menu">{links("Shop|Cart|Checkout|My account")}</ul></nav>
</header><div id="primary" class="content-area"><main id="main" class="site-main"><header class="woocommerce-products-header">
<h1 class="woocommerce-products-header__title page-title">Tools</h1></header><p class="woocommerce-result-count">Showing all {n}
results</p><form class="woocommerce-ordering" method="get"><select name="orderby"><option>Default sorting</option>
<option>Sort by price</option></select></form><ul class="products columns-4">{products}</ul></main></div>
<div id="secondary" class="widget-area"><div class="widget woocommerce widget_product_categories"><span class="gamma widget-title">
Product categories</span><ul class="product-categories">{links("Saws|Planes|Chisels|Clamps|Files")}</ul></div>
<div class="widget woocommerce widget_top_rated_products"><span class="gamma widget-title">Top rated</span>
<ul class="product_list_widget">{side}</ul></div></div>""",
        records,
    )


@system("fit")
def shopify_dawn(w, n):
    def product(i):
        title, price = w.title(), w.price()
        return (
            f"""<li class="grid__item scroll-trigger animate--slide-in"><link href="/component-rating.css" rel="stylesheet">
<div class="card-wrapper product-card-wrapper underline-links-hover"><div class="card card--standard card--media">
<div class="card__inner color-scheme-2 gradient ratio"><div class="card__media"><div class="media media--transparent">
<img srcset="//cdn.example/{i}.jpg 533w" src="//cdn.example/{i}.jpg" alt="{title}" class="motion-reduce"></div></div>
<div class="card__content"><div class="card__information"><h3 class="card__heading"><a href="/products/{slug(title)}"
class="full-unstyled-link">{title}</a></h3></div><div class="card__badge bottom left"></div></div></div>
<div class="card__content"><div class="card__information"><h3 class="card__heading h5"><a href="/products/{slug(title)}"
class="full-unstyled-link">{title}</a></h3><div class="card-information"><span class="caption-large light"></span>
<div class="price"><div class="price__container"><div class="price__regular"><span class="visually-hidden
visually-hidden--inline">Regular price</span><span class="price-item price-item--regular">${price} USD</span></div>
<div class="price__sale"><span class="visually-hidden visually-hidden--inline">Regular price</span><span><s class="price-item
price-item--regular"></s></span><span class="visually-hidden visually-hidden--inline">Sale price</span><span class="price-item
price-item--sale price-item--last">${price} USD</span></div></div></div></div></div></div></div></div></li>""",
            {"title": title, "price": price},
        )

    products, records = each(n, product)
    return (
        f"""<a class="skip-to-content-link button visually-hidden" href="#MainContent">Skip to content</a>
<div class="announcement-bar">Free shipping</div><header class="header"><nav class="header__inline-menu"><ul class="list-menu
list-menu--inline">{links("Home|Catalog|Contact")}</ul></nav></header><main id="MainContent" class="content-for-layout">
<div class="collection-hero"><h1 class="collection-hero__title">Collection: Lamps</h1></div><div class="facets-container"><details
class="disclosure-has-popup facets__disclosure"><summary class="facets__summary">Availability</summary><ul class="facets__list
list-unstyled"><li class="list-menu__item facets__item"><label>In stock ({n})</label></li><li class="list-menu__item
facets__item"><label>Out of stock (0)</label></li></ul></details></div>
<div class="product-grid-container" id="ProductGridContainer"><div class="collection page-width"><ul id="product-grid"
class="grid product-grid grid--2-col-tablet-down grid--4-col-desktop">{products}</ul></div></div></main>
<footer class="footer"><ul class="footer-block__details-content list-unstyled">{links("Search|Refund policy|Shipping|Terms")}</ul>
</footer>""",
        records,
    )


@system("measure")
def magento(w, n):
    def product(i):
        title, price = w.title(), w.price()
        stars = f"""<div class="product-reviews-summary short"><div class="rating-summary"><span class="label"><span>Rating:</span></span>
<div class="rating-result" title="80%"><span style="width:80%"><span>80%</span></span></div></div><div class="reviews-actions">
<a class="action view" href="/{i}.html#reviews">{w.number(1, 9)}&nbsp;<span>Reviews</span></a></div></div>"""
        return (
            f"""<li class="item product product-item"><div class="product-item-info" data-container="product-grid">
<a href="/{slug(title)}.html" class="product photo product-item-photo" tabindex="-1"><span class="product-image-container">
<span class="product-image-wrapper"><img class="product-image-photo" src="/{i}.jpg" alt="{title}"></span></span></a>
<div class="product details product-item-details"><strong class="product name product-item-name"><a class="product-item-link"
href="/{slug(title)}.html">{title}</a></strong>{stars if i % 3 == 0 else ''}
<div class="price-box price-final_price"><span class="normal-price"><span class="price-container price-final_price"><span
class="price-label">As low as</span><span id="product-price-{i}" class="price-wrapper "><span class="price">${price}</span></span></span>
</span></div><div class="product-item-inner"><div class="product actions product-item-actions"><div class="actions-primary"><form>
<button type="submit" title="Add to Cart" class="action tocart primary"><span>Add to Cart</span></button></form></div>
<div class="actions-secondary"><a href="#" class="action towishlist"><span>Add to Wish List</span></a></div></div></div></div></div></li>""",
            {"title": title, "price": price},
        )

    products, records = each(n, product)
    filters = "".join(
        f"""<div role="presentation" class="filter-options-title">{name}</div><div class="filter-options-content"><ol class="items">"""
        + "".join(f'<li class="item"><a href="?{name}={k}">{k} <span class="count">{w.number(1, 9)}<span>item</span></span></a></li>' for k in of)
        + "</ol></div>"
        for name, of in (("Material", NOUNS[:6]), ("Style", ADJECTIVES[:7]), ("Use", NOUNS[9:14]))
    )
    return (
        f"""<div class="page-wrapper"><header class="page-header"><div class="panel header"><ul class="header links">
{links("Sign In|Create an Account")}</ul></div></header><div class="sections nav-sections"><nav class="navigation"><ul>
{links("What's New|Women|Men|Gear|Training|Sale", '<li class="level0 level-top"><a href="{0}"><span>{1}</span></a></li>')}</ul></nav></div>
<main id="maincontent" class="page-main"><div class="page-title-wrapper"><h1 class="page-title">Bags</h1></div><div class="columns">
<div class="column main"><div class="toolbar toolbar-products"><p class="toolbar-amount">{n} Items</p></div>
<div class="products wrapper grid products-grid"><ol class="products list items product-items">{products}</ol></div></div>
<div class="sidebar sidebar-main"><div class="block filter"><div class="block-title filter-title"><strong>Shop By</strong></div>
<div class="block-content filter-content">{filters}</div></div></div></div></main></div>""",
        records,
    )


# ---- content management


@system("fit")
def drupal_views_grouped(w, n):
    """A list of Views that is grouped by a field: a heading before the rows of each group."""
    made, records, at = "", [], 0
    while at < n:
        size = min(w.number(1, 4), n - at)
        rows, got = each(
            size,
            lambda i: (
                (lambda title, date, text: (
                    f"""<div class="views-row"><div class="views-field views-field-title"><h4 class="field-content"><a
href="/node/{at + i}">{title}</a></h4></div><div class="views-field views-field-field-date"><span class="views-label
views-label-field-date">Date: </span><div class="field-content"><time datetime="{iso(date)}">{short(date)}</time></div></div>
<div class="views-field views-field-body"><div class="field-content">{text}</div></div></div>""",
                    {"title": title, "date": short(date), "text": text},
                ))(w.title(), w.date(), w.text(1, 2))
            ),
        )
        made += f"""<div class="views-grouping"><h3 class="views-grouping-header">{w.pick('North', 'South', 'East', 'West')}
district</h3><div class="views-grouping-content">{rows}</div></div>"""
        records += got
        at += size
    return (
        f"""<div class="layout-container"><header role="banner"><nav role="navigation" class="menu--main"><ul class="menu">
{links("Home|News|Projects|Contact", '<li class="menu-item"><a href="{0}">{1}</a></li>')}</ul></nav></header>
<main role="main"><div class="region region-content"><h1 class="page-title">Projects</h1><div class="views-element-container
block block-views"><div class="view view-projects view-display-id-page_1"><div class="view-content">{made}</div></div></div></div></main>
<footer role="contentinfo"><nav><ul class="menu">{links("Contact|Imprint")}</ul></nav></footer></div>""",
        records,
    )


@system("measure")
def drupal_views_grid(w, n):
    cells, records = [], []
    for i in range(n):
        title, name = w.title(), w.name()
        cells.append(
            f"""<div class="views-col col-{1 + i % 3}" style="width: 33%;"><div class="views-field views-field-field-image"><div
class="field-content"><a href="/node/{i}"><img loading="lazy" src="/{i}.jpg" alt=""></a></div></div><div class="views-field
views-field-title"><span class="field-content"><a href="/node/{i}">{title}</a></span></div><div class="views-field
views-field-field-person"><div class="field-content">{name}</div></div></div>"""
        )
        records.append({"title": title, "person": name})
    rows = "".join(
        f'<div class="views-row clearfix row-{1 + k // 3}">{"".join(cells[k:k + 3])}</div>' for k in range(0, n, 3)
    )
    return (
        f"""<div class="layout-container"><header role="banner"><nav class="menu--main"><ul class="menu">{links("Home|People|Contact")}
</ul></nav></header><main role="main"><h1 class="page-title">Exhibits</h1><div class="view view-exhibits"><div class="view-content">
<div class="views-view-grid horizontal cols-3 clearfix">{rows}</div></div></div></main></div>""",
        records,
    )


@system("fit")
def joomla_category(w, n):
    def row(i):
        title, name, date = w.title(), w.name(), w.date()
        return (
            f"""<tr class="cat-list-row{i % 2}"><th class="list-title" scope="row"><a href="/index.php/tools/{i}-{slug(title)}">{title}</a>
</th><td class="list-date small">{long(date)}</td><td class="list-author">Written by: {name}</td><td class="list-hits"><span
class="badge bg-info">Hits: {w.number(10, 900)}</span></td></tr>""",
            {"title": title, "author": name, "date": long(date)},
        )

    rows, records = each(n, row)
    return (
        f"""<header class="header container-header full-width"><div class="container-nav"><ul class="mod-menu mod-list nav">
{links("Home|Articles|Login", '<li class="nav-item"><a href="{0}">{1}</a></li>')}</ul></div></header>
<div class="site-grid"><div class="grid-child container-component"><main><div class="com-content-category category-list">
<div class="content-category"><h1>Tools</h1><h2>Hand tools</h2><form id="adminForm" method="post" class="com-content-category__articles">
<table class="com-content-category__table category table table-striped table-bordered table-hover"><caption class="visually-hidden">
Table of articles</caption><thead><tr><th scope="col" id="categorylist_header_title"><a href="#" title="Title">Title</a></th>
<th scope="col" id="categorylist_header_date"><a href="#">Date</a></th><th scope="col" id="categorylist_header_author"><a
href="#">Author</a></th><th scope="col" id="categorylist_header_hits"><a href="#">Hits</a></th></tr></thead><tbody>{rows}</tbody></table>
</form></div></div></main></div></div>""",
        records,
    )


@system("measure", 16, 3)
def mediawiki_category(w, n):
    titles = sorted(w.title() for _ in range(n))
    groups = {}
    for title in titles:
        groups.setdefault(title[0].upper(), []).append(title)
    made = "".join(
        f'<div class="mw-category-group"><h3>{letter}</h3>\n<ul>'
        + "\n".join(f'<li><a href="/wiki/{slug(t)}" title="{t}">{t}</a></li>' for t in of)
        + "</ul></div>"
        for letter, of in groups.items()
    )
    return (
        f"""<div id="mw-page-base"></div><div id="content" class="mw-body" role="main"><h1 id="firstHeading" class="firstHeading">
Category:Tools</h1><div id="bodyContent" class="vector-body"><div id="siteSub">From the workshop wiki</div><div id="mw-content-text">
<div class="mw-parser-output"><p>{w.text(1, 1)}</p></div><div class="mw-category-generated"><div id="mw-pages"><h2>Pages in category
"Tools"</h2><p>The following {n} pages are in this category, out of {n} total.</p><div class="mw-content-ltr"><div class="mw-category
mw-category-columns">{made}</div></div></div></div></div></div></div><div id="mw-navigation"><nav id="p-navigation"><ul
class="vector-menu-content-list">{links("Main page|Contents|Current events|Random article|About|Contact us|Donate")}</ul></nav>
<nav id="p-tb"><ul>{links("What links here|Related changes|Special pages|Permanent link|Page information")}</ul></nav></div>
<footer id="footer"><ul id="footer-info"><li>This page was last edited on 3 May 2025.</li></ul></footer>""",
        [{"title": title} for title in titles],
    )


@system("fit")
def mediawiki_search(w, n):
    def hit(i):
        title, text = w.title(), w.text(1, 3)
        return (
            f"""<li class="mw-search-result mw-search-result-ns-0"><div class="mw-search-result-heading"><a href="/wiki/{slug(title)}"
title="{title}" data-serp-pos="{i}">{title}</a>    </div><div class="searchresult">{text.replace('mends', '<span class="searchmatch">mends</span>')}
</div> <div class="mw-search-result-data">{w.number(2, 90)} KB ({w.number(100, 9000)} words) - 10:{w.number(10, 59)},
{short(w.date())}</div></li>""",
            {"title": title, "text": text},
        )

    hits, records = each(n, hit)
    return (
        f"""<div id="content" class="mw-body" role="main"><h1 id="firstHeading" class="firstHeading">Search results</h1><div
id="bodyContent"><div id="mw-content-text"><div class="mw-search-form-wrapper"><form id="search" method="get"><div
class="search-types"><ul>{links("Content pages|Multimedia|Everything|Advanced")}</ul></div></form></div><div class="searchresults">
<p class="mw-search-createlink">There is a page named "{w.title()}" on this wiki.</p><div class="mw-search-results-container">
<ul class="mw-search-results">{hits}</ul></div><p class="mw-search-pager-bottom">View (previous 20 | <a href="?offset=20">next 20</a>)
</p></div></div></div></div><div id="mw-navigation"><nav id="p-navigation"><ul>
{links("Main page|Contents|Current events|Random article|About")}</ul></nav></div>""",
        records,
    )


@system("measure")
def sharepoint_list(w, n):
    def row(i):
        title, name, date = w.title(), w.name(), w.date()
        return (
            f"""<tr class="{'ms-alternating ' if i % 2 else ''}ms-itmHoverEnabled ms-itmhover" iid="1,{i},0" id="1,{i},0"><td class="ms-cellStyleNonEditable
ms-vb-itmcbx ms-vb-imgFirstCell" tabindex="0"><div role="checkbox" class="s4-itm-cbx s4-itm-imgCbx"></div></td><td class="ms-cellstyle
ms-vb-icon"><img width="16" height="16" border="0" alt="{i}.pdf" src="/_layouts/15/images/icpdf.png"></td><td class="ms-cellstyle
ms-vb-title" height="100%"><div class="ms-vb ms-tableCell ms-list-TitleLink ms-vb-menuPadding itx"><a class="ms-listlink
ms-draggable" href="/docs/{i}.pdf">{title}</a></div></td><td class="ms-cellstyle ms-vb2"><span class="ms-noWrap"
title="x">{date[1]}/{date[2]}/{date[0]}</span></td><td class="ms-cellstyle ms-vb-user"><span class="ms-noWrap"><a class="ms-subtleLink"
href="/_layouts/15/userdisp.aspx?ID={i}">{name}</a></span></td></tr>""",
            {"title": title, "date": f"{date[1]}/{date[2]}/{date[0]}", "by": name},
        )

    rows, records = each(n, row)
    return (
        f"""<div id="s4-workspace"><div id="s4-bodyContainer"><div id="sideNavBox" class="ms-dialogHidden ms-forceWrap ms-noList"><ul
class="root ms-core-listMenu-root static">{links("Home|Notebook|Documents|Pages|Site contents", '<li class="static"><a href="{0}"><span class="menu-item-text">{1}</span></a></li>')}
</ul></div><div id="contentBox"><div id="DeltaPlaceHolderMain"><table width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td
id="MSOZoneCell_WebPartWPQ2" class="s4-wpcell-plain ms-webpartzone-cell"><table onmousedown="x" class="ms-listviewtable" border="0"
summary="Documents"><thead id="js-listviewthead-WPQ2"><tr valign="top" class="ms-viewheadertr ms-vhltr"><th class="ms-headerCellStyleIcon
ms-vh-icon"><span class="ms-selectall-span" title="Select all"></span></th><th class="ms-vh-icon" scope="col"><div
class="ms-vh-div" title="Type"></div></th><th scope="col" class="ms-vh2"><div class="ms-vh-div"><a class="ms-headerSortTitleLink"
href="#">Name</a></div></th><th scope="col" class="ms-vh2"><div class="ms-vh-div"><a class="ms-headerSortTitleLink"
href="#">Modified</a></div></th><th scope="col" class="ms-vh2"><div class="ms-vh-div"><a class="ms-headerSortTitleLink" href="#">Modified By
</a></div></th></tr></thead><tbody>{rows}</tbody></table></td></tr></table></div></div></div></div>""",
        records,
    )


# ---- councils


@system("fit")
def granicus(w, n):
    def row(i):
        title, date = w.title("Committee on {}"), w.date()
        video = f'<td class="listItem" headers="VideoLink x"><a href="/MediaPlayer.php?clip_id={i}">Video</a></td>'
        minutes = f'<td class="listItem"><a href="/MinutesViewer.php?clip_id={i}">Minutes</a></td>'
        return (
            f"""<tr class="listingRow {'odd' if i % 2 else 'even'}"><td class="listItem" headers="Name" id="x{i}" scope="row">{title}</td>
<td class="listItem" headers="Date"><span style="display:none">17{i}</span>{MONTHS[date[1] - 1][:3]}&nbsp;{date[2]},&nbsp;{date[0]}</td>
<td class="listItem" headers="Duration">0{w.number(1, 4)}h&nbsp;{w.number(10, 59)}m</td><td class="listItem"><a
href="/AgendaViewer.php?clip_id={i}">Agenda</a></td>{minutes if i % 3 else '<td class="listItem">&nbsp;</td>'}{video}</tr>""",
            {"title": title},
        )

    rows, records = each(n, row)
    upcoming = f"""<div class="archive" id="upcoming"><h3>Upcoming Events</h3><table class="listingTable" id="upcoming-t"><thead>
<tr><th class="listHeader">Name</th><th class="listHeader">Date</th><th class="listHeader">Agenda</th></tr></thead><tbody><tr
class="odd"><td class="listItem">{w.title('Board of {}')}</td><td class="listItem">Jan&nbsp;9,&nbsp;2026 - 6:00 PM</td><td
class="listItem"><a href="/AgendaViewer.php?event_id=1">Agenda</a></td></tr></tbody></table></div>"""
    return (
        f"""<div id="header"><h1>Town of Milldale</h1></div><div id="content">{upcoming}<div class="archive"><h3>Archived Videos</h3>
<table class="listingTable" id="archive"><thead><tr><th class="listHeader">Name</th><th class="listHeader">Date</th><th
class="listHeader">Duration</th><th class="listHeader">Agenda</th><th class="listHeader">Minutes</th><th class="listHeader">Video</th>
</tr></thead><tbody>{rows}</tbody></table></div></div>""",
        records,
    )


@system("measure")
def legistar_calendar(w, n):
    def row(i):
        title, date, place = w.title("{} Committee"), w.date(), w.pick("Council Chambers", "Room 201", "Online")
        return (
            f"""<tr class="{'rgAltRow' if i % 2 else 'rgRow'}" id="ctl00_gridCalendar_ctl00__{i}"><td><a
href="DepartmentDetail.aspx?ID={i}">{title}</a></td><td class="rgSorted">{date[1]}/{date[2]}/{date[0]}</td><td><a
href="View.ashx?M=IC&amp;ID={i}"><img border="0" src="calendar.gif" alt="Export to iCalendar"></a></td><td><span>{w.number(1, 9)}:00 PM</span>
</td><td>{place}</td><td><a href="MeetingDetail.aspx?ID={i}">Meeting details</a></td><td>{f'<a href="View.ashx?M=A&amp;ID={i}">Agenda</a>' if i % 3 else '<span>Not available</span>'}</td><td><span>Not available</span></td><td><span>Not&nbsp;available</span></td></tr>""",
            {"title": title, "date": f"{date[1]}/{date[2]}/{date[0]}", "place": place},
        )

    rows, records = each(n, row)
    return (
        f"""<form method="post" id="aspnetForm"><div id="ctl00_tabTop" class="RadTabStrip"><div class="rtsLevel rtsLevel1"><ul
class="rtsUL">{links("Home|Legislation|Calendar|City Council|Departments|People", '<li class="rtsLI"><a class="rtsLink" href="{0}"><span class="rtsTxt">{1}</span></a></li>')}
</ul></div></div><div id="ctl00_gridCalendar" class="RadGrid"><table cellspacing="0" class="rgMasterTable"
id="ctl00_gridCalendar_ctl00"><thead><tr class="rgPager"><td colspan="9"><table class="rgStatus"><tr><td>{n} records</td></tr></table></td>
</tr><tr><th scope="col" class="rgHeader"><a href="#">Name</a></th><th class="rgHeader rgSorted"><a href="#">Meeting Date</a></th><th
class="rgHeader">&nbsp;</th><th class="rgHeader"><a href="#">Meeting Time</a></th><th class="rgHeader"><a href="#">Meeting Location</a>
</th><th class="rgHeader"><a href="#">Meeting Details</a></th><th class="rgHeader"><a href="#">Agenda</a></th><th
class="rgHeader">Minutes</th><th class="rgHeader">Video</th></tr></thead><tbody>{rows}</tbody></table></div></form>""",
        records,
    )


@system("fit")
def civicplus_agendas(w, n):
    records, made, at = [], "", 0
    while at < n:
        board, size, rows = w.title("{} Board"), min(w.number(1, 5), n - at), ""
        for k in range(size):
            date, title = w.date(), w.title("{} Meeting")
            records.append({"title": title, "date": long(date)})
            rows += f"""<tr id="row{at + k}" class="catAgendaRow"><td><h3 class="noMargin"><strong aria-label="Agenda"><abbr
title="{MONTHS[date[1] - 1]}">{MONTHS[date[1] - 1][:3]}</abbr> {date[2]}, {date[0]}</strong> &mdash; Posted <abbr title="May">May</abbr>
{w.number(1, 28)}, 2025 9:{w.number(10, 59)} AM</h3><p><a target="_blank" href="/AgendaCenter/ViewFile/Agenda/{at + k}">{title}</a></p></td><td
class="minutes">{f'<a href="/AgendaCenter/ViewFile/Minutes/{at + k}"><img src="/m.png" alt="Minutes"></a>' if k % 2 else ''}</td><td
class="downloads"><div class="popoutContainer"><a class="popoutBtn" href="javascript:void(0)">Download</a><ol class="popout"><li><a
href="/AgendaCenter/ViewFile/Agenda/{at + k}?html=true" class="html">HTML</a></li><li><a
href="/AgendaCenter/ViewFile/Agenda/{at + k}" class="pdf">PDF</a></li></ol></div></td></tr>"""
        made += f"""<div class="listing listingCollapse noHeader" id="cat{at}"><h2 tabindex="0" class="expandedH2">{board}</h2><div
class="filterContainer"><ul class="years"><li><a href="#">2025</a></li><li><a href="#">2024</a></li></ul></div><table
summary="List of Agendas" width="100%"><thead><tr><th scope="col">Agenda</th><th scope="col">Minutes</th><th scope="col">Download</th></tr>
</thead><tbody>{rows}</tbody></table></div>"""
        at += size
    return (
        f"""<header id="headerContent"><nav id="mainNav"><ul>{links("Government|Community|Business|How Do I")}</ul></nav></header><main><div
id="moduleContent"><div class="moduleContentNew"><h1>Agenda Center</h1><div id="AgendaCenterContent">{made}</div></div></div></main>""",
        records,
    )


# ---- libraries and repositories of papers


@system("measure")
def dspace_browse(w, n):
    def item(i):
        title, name, date = w.title(), w.random.choice(LAST) + ", " + w.random.choice(FIRST), w.date()
        return (
            f"""<li class="ds-artifact-item {'odd' if i % 2 else 'even'}"><div class="thumbnail-wrapper"><div class="artifact-preview">
<a class="image-link" href="/handle/1/{i}"><img alt="Thumbnail" class="img-responsive" src="/{i}.jpg"></a></div></div><div
class="artifact-description"><h4 class="artifact-title"><a href="/handle/1/{i}">{title}</a></h4><div class="artifact-info"><span
class="author"><small><span>{name}</span></small></span> <span class="publisher-date"><small>(<span class="publisher">Mill Press</span>,
<span class="date">{iso(date)}</span>)</small></span></div><div class="artifact-abstract">{w.text(1, 3) if i % 4 else ''}</div></div></li>""",
            {"title": title, "author": name, "date": iso(date)},
        )

    items, records = each(n, item)
    return (
        f"""<header><ul class="nav navbar-nav">{links("Repository home|Log in")}</ul></header><div class="container" id="main-container"><div
class="row"><div class="main-content"><h2 class="ds-div-head page-header">Browsing by Issue Date</h2><div class="pagination-simple"><p
class="pagination-info">Now showing items 1-{n} of {n}</p></div><ul class="ds-artifact-list list-unstyled">{items}</ul></div><div
id="sidebar"><h2 class="ds-option-set-head h6">Browse</h2><div class="ds-option-set list-group">
{links("Communities|By Issue Date|Authors|Titles|Subjects", '<a class="list-group-item ds-option" href="{0}">{1}</a>')}</div></div></div></div>""",
        records,
    )


@system("fit")
def koha_results(w, n):
    def row(i):
        title, name, year = w.title(), w.name(), w.number(1970, 2024)
        shelf = "".join(
            f"""<span class="LabelCallNumber"><span class="ItemBranch">{w.pick('Main', 'East', 'Harbour')} Library <span
class="AvailabilityCallNumber CallNumber">[<a href="#">{w.number(100, 900)}.{w.number(1, 9)}</a>]</span></span> ({w.number(1, 4)}). </span>"""
            for _ in range(w.number(0, 3))
        )
        return (
            f"""<tr><td class="selectcol"><input type="checkbox" id="bib{i}" class="cb"></td><td class="numcol">{i + 1}.</td><td
class="bibliocol"><div class="coverimages"><a class="p1" href="/cgi-bin/koha/opac-detail.pl?biblionumber={i}"><span
class="no-image">No cover image available</span></a></div><div class="title_summary"><a class="title"
href="/cgi-bin/koha/opac-detail.pl?biblionumber={i}">{title}</a> by <ul class="author resource_list"><li><a
href="#">{name}</a></li></ul></div><div class="results_summary type"><span class="label">Material type: </span><img
src="/b.png" alt="Text"> Text</div><div class="results_summary publisher"><span class="label">Publication details: </span><span><span
property="publisher">Mill Press</span> {year}</span></div><div class="results_summary availability"><span
class="label">Availability:</span> <span class="available reallyavailable">{f'<span class="AvailabilityLabel"><strong>Items available for loan: </strong></span>{shelf}' if shelf else '<span class="noitems">No items available.</span>'}
</span></div><div class="actions-menu"><span class="actions"><a class="hold" href="#">Place hold</a></span> <span class="actions"><a
class="addtocart" href="#">Add to cart</a></span></div></td></tr>""",
            {"title": title, "author": name, "year": str(year)},
        )

    rows, records = each(n, row)
    return (
        f"""<div id="header-region"><div class="navbar"><ul id="members">{links("Log in|Search history|Clear")}</ul></div></div><div
class="main"><div class="container-fluid"><div class="row"><div class="col-lg-2"><div id="search-facets"><h2>Refine your search</h2>
<ul class="menu-collapse"><li id="availability_facet"><h3>Availability</h3><ul><li><a href="#">Limit to available items</a></li></ul></li>
<li id="au_id"><h3>Authors</h3><ul>{links("|".join(w.name() for _ in range(5)))}</ul></li><li id="su-to_id"><h3>Topics</h3><ul>
{links("|".join(NOUNS[:6]))}</ul></li></ul></div></div><div class="col-lg-10"><div id="numresults"><p><strong>Your search returned {n}
results.</strong></p></div><div class="searchresults"><form action="#" id="bookbag_form"><table class="table table-striped"><tbody>{rows}
</tbody></table></form></div></div></div></div></div>""",
        records,
    )


# ---- development


@system("measure")
def gitlab_issues(w, n):
    def issue(i):
        title, name = w.title(), w.name()
        labels = "".join(
            f"""<span class="gl-label gl-label-sm"><a class="gl-label-link" href="?label={t}"><span class="gl-label-text">{t}</span></a></span>"""
            for t in w.random.sample(NOUNS, w.number(0, 3))
        )
        return (
            f"""<li class="issue" data-id="{i}" id="issue_{i}"><div class="issuable-info-container"><div class="issuable-main-info"><div
class="issue-title title"><span class="issue-title-text js-onboarding-issue-item"><a class="js-prefetch-document"
href="/a/b/-/issues/{i}">{title}</a></span></div><div class="issuable-info"><span class="issuable-reference">#{900 - i}</span><span
class="issuable-authored d-none d-sm-inline-block"> &middot; created <time class="js-timeago"
datetime="{iso(w.date())}">{w.number(2, 11)} months ago</time> by <a class="author-link" href="/u{i}"><span
class="author">{name}</span></a></span>{labels}</div></div><div class="issuable-meta"><ul class="controls"><li
class="issuable-comments gl-display-none"><a class="has-tooltip" href="/a/b/-/issues/{i}#notes">{w.number(0, 30)}</a></li></ul><div
class="float-right issuable-updated-at"><span>updated <time datetime="{iso(w.date())}">{w.number(2, 20)} days ago</time></span></div></div></div></li>""",
            {"title": title, "author": name},
        )

    issues, records = each(n, issue)
    return (
        f"""<header class="navbar navbar-gitlab"><ul class="nav navbar-sub-nav">{links("Projects|Groups|Snippets")}</ul></header><aside
class="nav-sidebar"><ul class="sidebar-top-level-items">
{links("Project information|Repository|Issues|Merge requests|CI/CD|Deployments|Packages|Wiki|Snippets", '<li class=""><a href="{0}"><span class="nav-item-name">{1}</span></a></li>')}
</ul></aside><main class="content" id="content-body"><div class="top-area"><ul class="nav-links issues-state-filters mobile-separator nav">
<li class="active"><a href="?state=opened"><span>Open</span> <span class="badge">{n}</span></a></li><li><a
href="?state=closed"><span>Closed</span> <span class="badge">9</span></a></li></ul></div><div class="issues-holder"><ul
class="content-list issues-list issuable-list">{issues}</ul></div></main>""",
        records,
    )


@system("fit")
def github_repositories(w, n):
    def row(i):
        title, text = slug(w.title()), w.sentence()
        about = f'<p class="col-9 d-inline-block color-fg-muted mb-2 pr-4" itemprop="description">{text}</p>' if i % 4 else ""
        return (
            f"""<li class="col-12 d-flex flex-justify-between width-full py-4 border-bottom color-border-muted public source"
itemprop="owns"><div class="col-10 col-lg-9 d-inline-block"><div class="d-inline-block mb-1"><h3 class="wb-break-all"><a
href="/mill/{title}" itemprop="name codeRepository">{title}</a> <span class="Label Label--secondary v-align-middle ml-1
mb-1">Public</span></h3></div><div>{about}</div><div class="f6 color-fg-muted mt-2"><span class="ml-0 mr-3"><span
class="repo-language-color"></span><span itemprop="programmingLanguage">{w.pick('C', 'Python', 'Shell')}</span></span><a
class="Link--muted mr-3" href="/mill/{title}/stargazers">{w.number(1, 900)}</a> Updated <relative-time datetime="{iso(w.date())}T00:00:00Z"
class="no-wrap">{MONTHS[i % 12][:3]} {w.number(1, 28)}, 2025</relative-time></div></div><div class="col-2 d-flex flex-column
flex-justify-around flex-items-end ml-3"><a class="btn-sm btn" href="/login"> Star</a></div></li>""",
            {"title": title} | ({"text": text} if i % 4 else {}),
        )

    rows, records = each(n, row)
    return (
        f"""<header class="Header-old"><ul class="HeaderMenu-nav">{links("Product|Solutions|Open Source|Pricing")}</ul></header><main
id="js-pjax-container"><div class="UnderlineNav"><nav class="UnderlineNav-body">
{links("Overview|Repositories|Projects|Packages|Stars", '<a class="UnderlineNav-item" href="{0}">{1}</a>')}</nav></div><div
class="Layout"><div class="Layout-sidebar"><h1 class="vcard-names"><span class="p-name">Mill works</span></h1></div><div
class="Layout-main"><div id="user-repositories-list"><ul data-filterable-for="your-repos-filter">{rows}</ul></div></div></div></main>""",
        records,
    )


@system("measure")
def bugzilla(w, n):
    def row(i):
        title, name = w.title(), w.nick()
        return (
            f"""<tr id="b{i}" class="bz_bugitem bz_normal bz_P3 bz_NEW {'bz_row_odd' if i % 2 else 'bz_row_even'}"><td
class="first-child bz_id_column"><a href="show_bug.cgi?id={i + 700}">{i + 700}</a><span style="display: none"></span></td><td
class="bz_product_column nowrap"><span title="Mill">Mill</span></td><td class="bz_component_column nowrap"><span>{w.pick('Gears', 'Sails', 'Stones')}
</span></td><td class="bz_assigned_to_column"><span>{name}</span></td><td class="bz_bug_status_column"><span
title="NEW">{w.pick('NEW', 'ASSI', 'UNCO')}</span></td><td class="bz_short_desc_column"><a href="show_bug.cgi?id={i + 700}">{title}</a></td><td
class="bz_changeddate_column nowrap">{iso(w.date())}</td></tr>""",
            {"title": title, "who": name},
        )

    rows, records = each(n, row)
    heads = "".join(
        f'<th colspan="1" class="first-child"><a href="buglist.cgi?order={h}">{h}</a></th>'
        for h in ("ID", "Product", "Comp", "Assignee", "Status", "Summary", "Changed")
    )
    return (
        f"""<div id="header"><div id="banner"></div><table id="titles"><tr><td id="title"><p>Mill bugs &ndash; Bug List</p></td></tr></table>
<ul class="links">{links("Home|New|Browse|Search|Reports|Log In")}</ul></div><div id="bugzilla-body"><div class="bz_query_head"><span
class="bz_query_timestamp">Thu May 8 2025 09:12:44 UTC</span><span>{w.sentence()}</span></div><span class="bz_result_count">{n} bugs
found.</span><table class="bz_buglist" cellspacing="0" cellpadding="4" width="100%"><colgroup><col class="bz_id_column"></colgroup><tr
class="bz_buglist_header bz_first_buglist_header">{heads}</tr>{rows}</table></div>""",
        records,
    )


@system("fit")
def redmine(w, n):
    def row(i):
        title, name = w.title(), w.name()
        return (
            f"""<tr id="issue-{i}" class="hascontextmenu {'odd' if i % 2 else 'even'} issue tracker-1 status-1 priority-4"><td
class="checkbox hide-when-print"><input type="checkbox" name="ids[]" value="{i}"></td><td class="id"><a href="/issues/{i + 80}">{i + 80}</a></td>
<td class="tracker">{w.pick('Bug', 'Feature')}</td><td class="status">New</td><td class="priority">Normal</td><td class="subject"><a
href="/issues/{i + 80}">{title}</a></td><td class="assigned_to">{f'<a class="user active" href="/users/{i}">{name}</a>' if i % 2 else ''}</td><td
class="updated_on">{iso(w.date())} 08:{w.number(10, 59)}</td></tr>""",
            {"title": title} | ({"who": name} if i % 2 else {}),
        )

    rows, records = each(n, row)
    return (
        f"""<div id="top-menu"><ul>{links("Home|Projects|Help")}</ul></div><div id="header"><h1>Mill</h1><div id="main-menu" class="tabs"><ul>
{links("Overview|Activity|Roadmap|Issues|News|Wiki|Repository")}</ul></div></div><div id="main"><div id="content"><h2>Issues</h2><form
method="get" id="query_form"><fieldset class="collapsible"><legend>Filters</legend></fieldset></form><div class="autoscroll"><table
class="list issues"><thead><tr><th class="checkbox hide-when-print"></th><th class="id"><a href="#">#</a></th><th><a href="#">Tracker</a></th>
<th><a href="#">Status</a></th><th><a href="#">Priority</a></th><th><a href="#">Subject</a></th><th><a href="#">Assignee</a></th><th><a
href="#">Updated</a></th></tr></thead><tbody>{rows}</tbody></table></div><p class="other-formats">Also available in: <span><a
class="atom" href="/issues.atom">Atom</a></span></p></div></div>""",
        records,
    )


@system("measure", 14, 3)
def pipermail(w, n):
    """Threads of an archive of Mailman: lists in lists, with LI that are not closed."""
    records = []

    def message(i, depth):
        title, name = w.title("[mill] {}"), w.name()
        records.append({"title": title, "who": name})
        made = f"""<LI><A HREF="{i:06}.html">{title}\n</A><A NAME="{i}">&nbsp;</A>\n<I>{name}\n</I>\n"""
        answers = ""
        while depth < 3 and len(records) < n and w.number(0, 2) == 0:
            answers += message(len(records), depth + 1)
        return made + (f"<UL>\n{answers}</UL>\n" if answers else "")

    made = ""
    while len(records) < n:
        made += message(len(records), 0)
    return (
        f"""<a name="start"></A><h1>May 2025 Archives by thread</h1><ul><li> <b>Messages sorted by:</b> <a
href="subject.html#start">[ subject ]</a> <a href="author.html#start">[ author ]</a> <a href="date.html#start">[ date ]</a><li><b><a
href="https://lists.example/">More info on this list...</a></b></ul><p><b>Starting:</b> <i>Thu May  1 08:10:44 CEST 2025</i><br>
<b>Ending:</b> <i>Sat May 31 22:14:02 CEST 2025</i><br><b>Messages:</b> {n}<p><ul>
{made}</ul><p><a name="end"><b>Last message date:</b></a> <i>Sat May 31 22:14:02 CEST 2025</i><br><b>Archived on:</b> <i>Sun Jun 1</i>
<p><hr><p><i>This archive was generated by Pipermail 0.09.</i>""",
        records,
    )


@system("fit")
def apache_index(w, n):
    lines, records = "", []
    for i in range(n):
        name = slug(w.title()) + w.pick(".tar.gz", ".zip", "/", ".txt")
        date = w.date()
        lines += f"""<img src="/icons/f.gif" alt="[   ]"> <a href="{name}">{name}</a>{' ' * (34 - len(name))} {iso(date)} 10:{w.number(10, 59)}  {w.number(1, 900)}K  \n"""
        records.append({"title": name, "date": iso(date)})
    return (
        f"""<h1>Index of /pub/mill</h1>
<pre><img src="/icons/blank.gif" alt="Icon "> <a href="?C=N;O=D">Name</a>                    <a href="?C=M;O=A">Last modified</a>      <a href="?C=S;O=A">Size</a>  <a href="?C=D;O=A">Description</a><hr><img src="/icons/back.gif" alt="[PARENTDIR]"> <a href="/pub/">Parent Directory</a>                             -   
{lines}<hr></pre>
<address>Apache/2.4.57 (Debian) Server at mill.example Port 80</address>""",
        records,
    )


# ---- calendars and pages made by hand


@system("measure")
def events_calendar_list(w, n):
    """The Events Calendar, list view: separators of months among the events."""
    made, records, month = "", [], 0
    for i in range(n):
        title, place, text = w.title(), w.pick("Old Mill", "Town Hall", "Harbour House"), w.text(1, 2)
        if i % 3 == 0:
            made += f"""<h2 class="tribe-events-calendar-list__month-separator"><time class="tribe-events-calendar-list__month-separator-text
tribe-common-h7">{MONTHS[month % 12]} 2026</time></h2>"""
            month += 1
        day = w.number(1, 28)
        made += f"""<div class="tribe-common-g-row tribe-events-calendar-list__event-row"><div
class="tribe-events-calendar-list__event-date-tag tribe-common-g-col"><time class="tribe-events-calendar-list__event-date-tag-datetime"
datetime="2026-0{1 + month % 9}-{day:02}"><span class="tribe-events-calendar-list__event-date-tag-weekday">{w.pick('Mon', 'Tue', 'Sat')}</span>
<span class="tribe-events-calendar-list__event-date-tag-daynum tribe-common-h5">{day}</span></time></div><div
class="tribe-events-calendar-list__event-wrapper tribe-common-g-col"><article class="tribe-events-calendar-list__event
tribe-common-g-row"><div class="tribe-events-calendar-list__event-details tribe-common-g-col"><header
class="tribe-events-calendar-list__event-header"><div class="tribe-events-calendar-list__event-datetime-wrapper"><time
class="tribe-events-calendar-list__event-datetime"><span class="tribe-event-date-start">{MONTHS[(month - 1) % 12]} {day} @ {w.number(1, 11)}:00 pm</span>
</time></div><h3 class="tribe-events-calendar-list__event-title tribe-common-h6"><a
href="/event/{slug(title)}/" class="tribe-events-calendar-list__event-title-link tribe-common-anchor-thin">{title}</a></h3><address
class="tribe-events-calendar-list__event-venue"><span class="tribe-events-calendar-list__event-venue-title">{place}</span></address></header>
<div class="tribe-events-calendar-list__event-description tribe-common-b2"><p>{text}</p></div></div></article></div></div>"""
        records.append({"title": title, "place": place, "text": text})
    return (
        f"""<header class="site-header"><nav><ul class="menu">{links("Home|Events|About")}</ul></nav></header><main><div
class="tribe-common tribe-events tribe-events-view tribe-events-view--list"><header class="tribe-events-header"><h1>Events</h1><div
class="tribe-events-c-events-bar"><ul class="tribe-events-c-view-selector__list">{links("List|Month|Day")}</ul></div></header><div
class="tribe-events-calendar-list">{made}</div><nav class="tribe-events-calendar-list-nav"><ul><li><a href="/prev">Previous
Events</a></li><li><a href="/next">Next Events</a></li></ul></nav></div></main>""",
        records,
    )


def month_page(w, n, cell):
    """A month in a table of weeks, up to three events a day."""
    days, records, day = {}, [], 0
    for i in range(n):
        title, hour = w.title(), f"{w.number(8, 20)}:{w.pick('00', '30')}"
        day = min(day + (0 if i % 4 == 1 else w.number(1, 2)), 28) or 1
        days.setdefault(day, []).append((title, hour))
        records.append({"title": title, "hour": hour})
    weeks = ""
    for first in range(1, 29, 7):
        weeks += "<tr>" + "".join(cell(d, days.get(d, [])) for d in range(first, first + 7)) + "</tr>\n"
    return weeks, records


@system("fit", 14, 4)
def fullcalendar_month(w, n):
    def cell(day, events):
        made = "".join(
            f"""<div class="fc-daygrid-event-harness"><a class="fc-event fc-event-start fc-event-end fc-daygrid-event
fc-daygrid-dot-event" href="/event/{slug(t)}"><div class="fc-daygrid-event-dot"></div><div class="fc-event-time">{h}</div><div
class="fc-event-title">{t}</div></a></div>"""
            for t, h in events
        )
        return f"""<td role="gridcell" data-date="2026-02-{day:02}" class="fc-day fc-daygrid-day"><div class="fc-daygrid-day-frame"><div
class="fc-daygrid-day-top"><a class="fc-daygrid-day-number" href="/day/{day}">{day}</a></div><div class="fc-daygrid-day-events">{made}<div
class="fc-daygrid-day-bottom"></div></div><div class="fc-daygrid-day-bg"></div></div></td>"""

    weeks, records = month_page(w, n, cell)
    heads = "".join(f'<th role="columnheader" class="fc-col-header-cell"><a>{d}</a></th>' for d in "Sun Mon Tue Wed Thu Fri Sat".split())
    return (
        f"""<nav class="top"><a href="/">Town</a> <a href="/events">Events</a></nav><div id="calendar" class="fc fc-media-screen"><div
class="fc-header-toolbar fc-toolbar"><div class="fc-toolbar-chunk"><h2 class="fc-toolbar-title">February 2026</h2></div><div
class="fc-toolbar-chunk"><button class="fc-prev-button">prev</button><button class="fc-next-button">next</button></div></div><div
class="fc-view-harness"><div class="fc-daygrid fc-dayGridMonth-view fc-view"><table role="grid" class="fc-scrollgrid"><thead><tr>{heads}</tr>
</thead><tbody>{weeks}</tbody></table></div></div></div>""",
        records,
    )


@system("measure", 14, 4)
def events_manager_month(w, n):
    def cell(day, events):
        made = "".join(f'<li><span class="time">{h}</span> <a href="/events/{slug(t)}/">{t}</a></li>' for t, h in events)
        kind = "eventful" if events else "eventless"
        return f"""<td class="{kind}"><a href="/events/2026-02-{day:02}/">{day}</a>{f'<ul>{made}</ul>' if events else ''}</td>"""

    weeks, records = month_page(w, n, cell)
    heads = "".join(f"<td>{d}</td>" for d in "Mon Tue Wed Thu Fri Sat Sun".split())
    return (
        f"""<header><nav><ul class="menu">{links("Home|Calendar|Contact")}</ul></nav></header><main><h1>Calendar</h1><div
class="em-calendar-wrapper"><table class="em-calendar fullcalendar"><thead><tr><td><a class="em-calnav full-link"
href="?mo=1">&lt;&lt;</a></td><td class="month_name" colspan="5">February 2026</td><td><a class="em-calnav" href="?mo=3">&gt;&gt;</a></td></tr>
<tr class="days-names">{heads}</tr></thead><tbody>{weeks}</tbody></table></div></main>""",
        records,
    )


@system("fit", 9, 3)
def bootstrap_accordion(w, n):
    def item(i):
        title, text = w.title("{}?"), w.text(1, 5)
        return (
            f"""<div class="accordion-item"><h2 class="accordion-header" id="heading{i}"><button class="accordion-button
{'' if i == 0 else 'collapsed'}" type="button" data-bs-toggle="collapse" data-bs-target="#collapse{i}">{title}</button></h2><div
id="collapse{i}" class="accordion-collapse collapse {'show' if i == 0 else ''}" data-bs-parent="#faq"><div
class="accordion-body">{text}</div></div></div>""",
            {"title": title, "text": text},
        )

    items, records = each(n, item)
    return (
        f"""<nav class="navbar navbar-expand-lg"><ul class="navbar-nav">{links("Home|Services|Questions|Contact", '<li class="nav-item"><a class="nav-link" href="{0}">{1}</a></li>')}
</ul></nav><main class="container"><h1>Questions and answers</h1><div class="accordion" id="faq">{items}</div></main><footer
class="footer"><p>Mill works</p></footer>""",
        records,
    )


@system("measure", 9, 3)
def details_faq(w, n):
    """Questions in dt and answers in dd, as older pages of help print them."""

    def item(i):
        title, text = w.title("{}?"), w.text(1, 4)
        return f"""<dt id="q{i}"><strong>{title}</strong></dt>\n<dd><p>{text}</p></dd>""", {"title": title, "text": text}

    items, records = each(n, item)
    return (
        f"""<div id="nav"><ul>{links("Home|Shop|Help|Contact")}</ul></div><div id="content"><h1>Help</h1><dl class="faq">{items}</dl></div>""",
        records,
    )


@system("fit", 17, 4)
def restaurant_menu(w, n):
    """Sections of dishes without links; some dishes have no description."""
    made, records, at = "", [], 0
    names = iter("Starters|Soups|Mains|Grill|Sides|Desserts|Drinks|Specials|Cheese".split("|"))
    while at < n:
        size, rows = min(w.number(2, 5), n - at), ""
        for k in range(size):
            title, price, text = w.title(), w.price(40), w.sentence()
            about = f'<p class="menu-item-description">{text}</p>' if (at + k) % 3 else ""
            rows += f"""<div class="menu-item"><div class="menu-item-title"><h4>{title}</h4><span class="menu-item-price">&pound;{price}</span></div>
{about}</div>"""
            records.append({"title": title, "price": price} | ({"text": text} if about else {}))
        made += f"""<section class="menu-section"><div class="menu-section-header"><h3>{next(names)}</h3></div><div
class="menu-items">{rows}</div></section>"""
        at += size
    return (
        f"""<header><nav><ul>{links("Menu|Book a table|Find us")}</ul></nav></header><main><h1>Our menu</h1><div class="menu">{made}</div></main>
<footer><p>Open daily from noon. {w.sentence()}</p></footer>""",
        records,
    )


@system("measure", 17, 4)
def price_list(w, n):
    """Prices by department as a hairdresser or garage prints them."""
    made, records, at = "", [], 0
    names = iter("Repairs|Cleaning|Painting|Rental|Transport|Storage|Advice|Courses|Other".split("|"))
    while at < n:
        size, rows = min(w.number(2, 5), n - at), ""
        for k in range(size):
            title, price = w.title(), w.price(200)
            rows += f"""<li><span class="service">{title}</span><span class="dots"></span><span class="cost">from {price} EUR</span></li>"""
            records.append({"title": title, "price": price})
        made += f"""<div class="col-md-6"><h3>{next(names)}</h3><ul class="prices">{rows}</ul></div>"""
        at += size
    return (
        f"""<div class="navbar"><a href="/">Mill works</a> <a href="/prices">Prices</a> <a href="/contact">Contact</a></div><div
class="container"><h1>Prices</h1><p>{w.text(1, 2)}</p><div class="row">{made}</div></div>""",
        records,
    )


@system("fit", 14, 3)
def timetable(w, n):
    def row(i):
        hour, title = f"{6 + i}:{w.pick('05', '20', '50')}", w.title("{} Halt")
        return (
            f"""<tr class="{'odd' if i % 2 else 'even'}"><td class="time">{hour}</td><td class="line"><span class="badge badge-line">S{w.number(1, 9)}</span></td><td
class="to">{title}</td><td class="track">{w.number(1, 12)}</td><td class="note">{f'+{w.number(2, 20)} min' if i % 4 == 1 else ''}</td></tr>""",
            {"title": title, "hour": hour},
        )

    rows, records = each(n, row)
    return (
        f"""<header><ul class="nav">{links("Departures|Arrivals|Tickets")}</ul></header><h1>Departures</h1><table class="board"><thead><tr>
<th>Time</th><th>Line</th><th>To</th><th>Track</th><th>Note</th></tr></thead><tbody>{rows}</tbody></table><ul class="legend">
<li><span class="badge">S</span> suburban train</li><li><span class="badge">R</span> regional train</li><li><span class="badge">*</span>
not on holidays</li></ul>""",
        records,
    )


@system("measure", 14, 3)
def programme(w, n):
    """A programme of days, slots and talks: two levels of headings."""
    made, records, at, day = "", [], 0, 0
    while at < n:
        slots = ""
        for slot in range(2):
            talks = ""
            for _ in range(min(w.number(1, 3), n - at)):
                title, name, room = w.title(), w.name(), f"Room {w.number(1, 9)}"
                talks += f"""<div class="talk"><a class="talk-title" href="/talk/{at}">{title}</a><div class="talk-speaker">{name}</div><div
class="talk-room">{room}</div></div>"""
                records.append({"title": title, "who": name})
                at += 1
            if talks:
                slots += f"""<div class="slot"><h4 class="slot-time">{9 + slot * 4}:00</h4><div class="talks">{talks}</div></div>"""
        made += f"""<div class="day"><h3 class="day-name">{w.pick('Friday', 'Saturday', 'Sunday')}, {day + 3} May 2026</h3>{slots}</div>"""
        day += 1
    return (
        f"""<nav><a href="/">Meeting 2026</a> <a href="/programme">Programme</a> <a href="/venue">Venue</a></nav><main><h1>Programme</h1><div
class="programme">{made}</div></main><footer>{w.sentence()}</footer>""",
        records,
    )


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder, wanted = sys.argv[1], sys.argv[2:]
    for make, use, many, few in SYSTEMS:
        name = make.__name__
        if wanted and name not in wanted:
            continue
        os.makedirs(os.path.join(folder, use), exist_ok=True)
        for size, count in (("many", many), ("few", few)):
            words = Words(name + size)
            body, records = make(words, count)
            path = os.path.join(folder, use, f"{name}-{size}.html".replace("_", "-"))
            with open(path, "w", encoding="utf-8") as file:
                title = escape(name.replace("_", " ").capitalize())
                file.write(
                    f"""<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>\n<body>\n{body}\n</body></html>\n"""
                )
            gold = {"kind": "list", "site": name, "encoding": "utf-8", "source": use, "title_field": "title", "records": records}
            with open(path + ".gold.json", "w", encoding="utf-8") as file:
                json.dump(gold, file, ensure_ascii=False, indent=0)


if __name__ == "__main__":
    main()
