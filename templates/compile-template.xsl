<?xml version="1.0" encoding="UTF-8"?>
<!-- compile-template.xsl: a template (urn:detm:template:1) becomes an XSLT 1.0 stylesheet, which turns a page into results
     (urn:detm:results:1).  detm has this file built in; to see what it makes: the option "xslt" of detm template.

     What it makes runs in any processor, as plain xsltproc; there values stay whole, and any type will do.  For detm
     itself $detm is true, and what it makes calls functions with the number of an anchor:
     detm:find finds the nodes of its XPath, but faster, and in time that does not grow with the square of the page;
     detm:value gives the value of the first node that will do, which it cuts out by the anchor's pattern, and whose links
     it resolves, and detm:runs the same for runs.  detm then leaves out here what asks only for $detm (prune in
     src/template/apply/stylesheet.c); what it has for others alone is in compile-for-others.xsl.

     c: is the XSLT of this stylesheet, xsl: that of the one it makes. -->
<c:stylesheet version="1.0" xmlns:c="http://www.w3.org/1999/XSL/Transform" xmlns:t="urn:detm:template:1"
                xmlns:xsl="urn:detm:stylesheet" xmlns:detm="urn:detm:functions" xmlns:exsl="http://exslt.org/common"
                xmlns="urn:detm:results:1"
                exclude-result-prefixes="t">
  <c:namespace-alias stylesheet-prefix="xsl" result-prefix="c"/>
  <c:output method="xml" encoding="UTF-8" indent="yes"/>
  <c:variable name="detm" select="false()"/>

  <c:template match="t:template">
    <xsl:stylesheet version="1.0" exclude-result-prefixes="detm exsl">
      <xsl:output method="xml" encoding="UTF-8" indent="yes"/>
      <xsl:param name="src" select="'-'"/>
      <xsl:template match="/">
        <results>
          <page src="{{$src}}" encoding="UTF-8">
            <xsl:call-template name="layout-1"/>
          </page>
        </results>
      </xsl:template>
      <c:apply-templates select="t:layout"/>
      <c:call-template name="values"/>
    </xsl:stylesheet>
  </c:template>

  <!-- A layout is read, and then the next unless it fits wholly; the one with the largest share of its fields wins, of
       equals the first. -->
  <c:template match="t:layout">
    <c:variable name="required" select="t:field[not(@optional = 'yes')]"/>
    <c:variable name="counted" select="$required | t:field[not($required)]"/>
    <xsl:template name="layout-{position()}">
      <xsl:param name="best"/>
      <xsl:param name="best-fit" select="-1"/>
      <c:apply-templates select="t:field"/>
      <xsl:variable name="fit">
        <c:attribute name="select">
          <c:text>(0</c:text>
          <c:for-each select="t:field">
            <c:if test="count(. | $counted) = count($counted)">
              <c:value-of select="concat(' + ($field-', position(), ' != &quot;&quot;)')"/>
            </c:if>
          </c:for-each>
          <c:value-of select="concat(') div ', count($counted))"/>
        </c:attribute>
      </xsl:variable>
      <xsl:variable name="region">
        <region n="1" path="/html" score="{{$fit}}" fit="{{$fit}}" records="1">
          <xsl:processing-instruction name="detm-layout"><c:value-of select="position()"/></xsl:processing-instruction>
          <record n="1">
            <c:for-each select="t:field">
              <c:apply-templates select="." mode="tell"/>
            </c:for-each>
          </record>
        </region>
      </xsl:variable>
      <xsl:choose>
        <c:choose>
          <c:when test="position() = last()">
            <xsl:when test="$fit &gt; $best-fit"><xsl:copy-of select="$region"/></xsl:when>
            <xsl:otherwise><xsl:copy-of select="$best"/></xsl:otherwise>
          </c:when>
          <c:otherwise>
            <xsl:when test="$fit = 1"><xsl:copy-of select="$region"/></xsl:when>
            <xsl:when test="$fit &gt; $best-fit">
              <xsl:call-template name="layout-{position() + 1}">
                <xsl:with-param name="best" select="$region"/>
                <xsl:with-param name="best-fit" select="$fit"/>
              </xsl:call-template>
            </xsl:when>
            <xsl:otherwise>
              <xsl:call-template name="layout-{position() + 1}">
                <xsl:with-param name="best" select="$best"/>
                <xsl:with-param name="best-fit" select="$best-fit"/>
              </xsl:call-template>
            </xsl:otherwise>
          </c:otherwise>
        </c:choose>
      </xsl:choose>
    </xsl:template>
    <c:apply-templates select="t:field/t:part"/>
  </c:template>

  <!-- A field's variable holds its values as field elements; its string is empty if there are none.  Where the field has a
       type, values of that type are looked for first. -->
  <c:template match="t:field">
    <xsl:variable name="field-{position()}">
      <c:for-each select="t:part">
        <c:variable name="name"><c:call-template name="part-name"/></c:variable>
        <c:choose>
          <c:when test="$detm">
            <c:choose>
              <c:when test="../@type != 'text'">
                <xsl:variable name="typed-{position()}">
                  <xsl:call-template name="{$name}">
                    <xsl:with-param name="only" select="'{../@type}'"/>
                  </xsl:call-template>
                </xsl:variable>
                <xsl:copy-of select="$typed-{position()}"/>
                <xsl:if test="$typed-{position()} = ''"><xsl:call-template name="{$name}"/></xsl:if>
              </c:when>
              <c:otherwise><xsl:call-template name="{$name}"/></c:otherwise>
            </c:choose>
          </c:when>
          <c:otherwise><xsl:call-template name="{$name}"/></c:otherwise>
        </c:choose>
      </c:for-each>
    </xsl:variable>
  </c:template>

  <!-- Parts of a field may meet in a value, which is told once: within detm by apply.c, else where the processor can. -->
  <c:template match="t:field" mode="tell">
    <xsl:copy-of select="$field-{count(preceding-sibling::t:field) + 1}"/>
  </c:template>

  <c:template match="t:field[t:part[2]]" mode="tell">
    <c:variable name="values" select="concat('$field-', count(preceding-sibling::t:field) + 1)"/>
    <xsl:choose>
      <xsl:when test="function-available('exsl:node-set')">
        <xsl:copy-of select="exsl:node-set({$values})/*[not(. = preceding-sibling::*)]"/>
      </xsl:when>
      <xsl:otherwise><xsl:copy-of select="{$values}"/></xsl:otherwise>
    </xsl:choose>
  </c:template>

  <c:template name="part-name">
    <c:text>part-</c:text>
    <c:number level="multiple" count="t:layout | t:field | t:part" format="1-1-1"/>
  </c:template>

  <!-- What all of its anchors tell stands in variables. -->
  <c:template match="t:part">
    <c:variable name="name"><c:call-template name="part-name"/></c:variable>
    <xsl:template name="{$name}">
      <c:if test="$detm"><xsl:param name="only"/></c:if>
      <xsl:variable name="name">
        <c:attribute name="select">
          <c:call-template name="literal"><c:with-param name="text" select="../@name"/></c:call-template>
        </c:attribute>
      </xsl:variable>
      <xsl:variable name="type">
        <c:attribute name="select">
          <c:value-of select='concat("&apos;", ../@type, substring("text", 1 div not(../@type)), "&apos;")'/>
        </c:attribute>
      </xsl:variable>
      <c:apply-templates select="t:anchor[1]"/>
    </xsl:template>
  </c:template>

  <!-- An anchor; the next one is asked only if this gives nothing. -->
  <c:template match="t:anchor">
    <xsl:variable name="values-{@number}"><c:apply-templates select="." mode="values"/></xsl:variable>
    <xsl:choose>
      <xsl:when test="$values-{@number} != ''"><c:apply-templates select="." mode="tell"/></xsl:when>
      <c:if test="following-sibling::t:anchor">
        <xsl:otherwise><c:apply-templates select="following-sibling::t:anchor[1]"/></xsl:otherwise>
      </c:if>
    </xsl:choose>
  </c:template>

  <!-- The value of the first of its nodes that has one; its rank is 1 if no anchor before it is more to be trusted. -->
  <c:template match="t:anchor" mode="values">
    <c:choose>
      <c:when test="$detm"><xsl:value-of select="detm:value(detm:find({@number}), {@number}, $only)"/></c:when>
      <c:otherwise>
        <xsl:call-template name="first">
          <c:call-template name="nodes"/>
          <c:if test="../../@longest"><xsl:with-param name="longest" select="{../../@longest}"/></c:if>
        </xsl:call-template>
      </c:otherwise>
    </c:choose>
  </c:template>

  <c:template match="t:anchor" mode="tell">
    <field name="{{$name}}" type="{{$type}}" by="{@by}"
           rank="{count(preceding-sibling::t:anchor[@trust &gt; number(concat('0', current()/@trust))]) + 1}">
      <xsl:value-of select="$values-{@number}"/>
    </field>
    <c:if test="../@more = 'yes' and not(@pattern)">
      <xsl:call-template name="more"><c:call-template name="form"/></xsl:call-template>
    </c:if>
  </c:template>

  <!-- The field elements of all of its nodes, or of the runs in them. -->
  <c:template match="t:anchor[@run or ../@all = 'yes']" mode="values">
    <xsl:call-template name="every">
      <c:if test="@run">
        <c:attribute name="name">runs</c:attribute>
        <c:if test="not($detm)">
          <xsl:with-param name="run" select="{number(concat('0', translate(@run, 'al', '')))}"/>
          <xsl:with-param name="skip" select="{number(concat('0', @skip))}"/>
          <xsl:with-param name="drop" select="{number(concat('0', @drop))}"/>
        </c:if>
        <c:if test="not(../@all = 'yes')"><xsl:with-param name="most" select="1"/></c:if>
      </c:if>
      <c:call-template name="form"/>
    </xsl:call-template>
  </c:template>

  <c:template match="t:anchor[@run or ../@all = 'yes']" mode="tell">
    <xsl:copy-of select="$values-{@number}"/>
  </c:template>

  <!-- What a template is told that makes field elements. -->
  <c:template name="form">
    <c:call-template name="nodes"/>
    <xsl:with-param name="name" select="$name"/>
    <xsl:with-param name="type" select="$type"/>
    <xsl:with-param name="by" select="'{@by}'"/>
    <xsl:with-param name="rank"
      select="{count(preceding-sibling::t:anchor[@trust &gt; number(concat('0', current()/@trust))]) + 1}"/>
    <c:choose>
      <c:when test="$detm">
        <xsl:with-param name="anchor" select="{@number}"/>
        <xsl:with-param name="only" select="$only"/>
      </c:when>
      <c:otherwise>
        <c:if test="../../@longest"><xsl:with-param name="longest" select="{../../@longest}"/></c:if>
      </c:otherwise>
    </c:choose>
  </c:template>

  <c:template name="nodes">
    <c:choose>
      <c:when test="$detm"><xsl:with-param name="nodes" select="detm:find({@number})"/></c:when>
      <c:otherwise>
        <xsl:with-param name="nodes">
          <c:attribute name="select"><c:apply-templates select="." mode="nodes"/></c:attribute>
        </xsl:with-param>
      </c:otherwise>
    </c:choose>
  </c:template>

  <!-- A string of XPath, which has no escapes: one with both kinds of quotes is put together. -->
  <c:template name="literal">
    <c:param name="text"/>
    <c:variable name="apostrophe" select='"&apos;"'/>
    <c:variable name="quote" select="'&quot;'"/>
    <c:choose>
      <c:when test="not(contains($text, $apostrophe))"><c:value-of select="concat($apostrophe, $text, $apostrophe)"/></c:when>
      <c:when test="not(contains($text, $quote))"><c:value-of select="concat($quote, $text, $quote)"/></c:when>
      <c:otherwise>
        <c:text>concat(</c:text>
        <c:call-template name="pieces">
          <c:with-param name="text" select="$text"/>
          <c:with-param name="apostrophe" select="$apostrophe"/>
        </c:call-template>
        <c:text>)</c:text>
      </c:otherwise>
    </c:choose>
  </c:template>

  <!-- Long texts in halves: there is an end to how deep templates may call each other, and to how many strings libxml2
       puts together at once. -->
  <c:template name="pieces">
    <c:param name="text"/>
    <c:param name="apostrophe"/>
    <c:variable name="half" select="floor(string-length($text) div 2)"/>
    <c:choose>
      <c:when test="$half &gt; 500">
        <c:text>concat('', </c:text>
        <c:call-template name="pieces">
          <c:with-param name="text" select="substring($text, 1, $half)"/>
          <c:with-param name="apostrophe" select="$apostrophe"/>
        </c:call-template>
        <c:text>), concat('', </c:text>
        <c:call-template name="pieces">
          <c:with-param name="text" select="substring($text, $half + 1)"/>
          <c:with-param name="apostrophe" select="$apostrophe"/>
        </c:call-template>
        <c:text>)</c:text>
      </c:when>
      <c:when test="contains($text, $apostrophe)">
        <c:value-of select="concat($apostrophe, substring-before($text, $apostrophe), $apostrophe)"/>
        <c:text>, "'", </c:text>
        <c:call-template name="pieces">
          <c:with-param name="text" select="substring-after($text, $apostrophe)"/>
          <c:with-param name="apostrophe" select="$apostrophe"/>
        </c:call-template>
      </c:when>
      <c:otherwise><c:value-of select="concat($apostrophe, $text, $apostrophe)"/></c:otherwise>
    </c:choose>
  </c:template>

  <!-- What the value of an anchor may be: detm knows it by the anchor's number. -->
  <c:template name="take-limits">
    <c:choose>
      <c:when test="$detm">
        <xsl:param name="anchor"/>
        <xsl:param name="only"/>
      </c:when>
      <c:otherwise><xsl:param name="longest" select="0"/></c:otherwise>
    </c:choose>
  </c:template>

  <c:template name="pass-limits">
    <c:choose>
      <c:when test="$detm">
        <xsl:with-param name="anchor" select="$anchor"/>
        <xsl:with-param name="only" select="$only"/>
      </c:when>
      <c:otherwise><xsl:with-param name="longest" select="$longest"/></c:otherwise>
    </c:choose>
  </c:template>

  <c:template name="value-here">
    <c:choose>
      <c:when test="$detm"><xsl:value-of select="detm:value(., $anchor, $only)"/></c:when>
      <c:otherwise>
        <xsl:call-template name="value"><xsl:with-param name="longest" select="$longest"/></xsl:call-template>
      </c:otherwise>
    </c:choose>
  </c:template>

  <!-- How nodes become values, as far as the template needs it. -->
  <c:template name="values">
    <c:variable name="parts" select="t:layout/t:field/t:part"/>
    <c:if test="not($detm)"><c:call-template name="values-for-others"/></c:if>

    <c:if test="$parts[@more = 'yes']">
      <!-- The values beside the first. -->
      <xsl:template name="more">
        <xsl:param name="nodes"/>
        <xsl:param name="name"/>
        <xsl:param name="type"/>
        <xsl:param name="by"/>
        <xsl:param name="rank"/>
        <c:call-template name="take-limits"/>
        <xsl:for-each select="$nodes[normalize-space(translate(., '&#160;', ' ')) != ''][1][self::*]">
          <xsl:variable name="text" select="normalize-space()"/>
          <!-- the outermost of an item and the elements around it that hold nothing else: <li><a>Ann</a></li> -->
          <xsl:for-each select="ancestor-or-self::*[position() &lt; 4][self::a or self::span or self::b or self::strong
                                                    or self::i or self::em or self::li][normalize-space() = $text][last()]">
            <xsl:apply-templates select="following-sibling::node()[1]" mode="more">
              <xsl:with-param name="like" select="."/>
              <xsl:with-param name="like-chain"><xsl:if test="self::li"><xsl:call-template name="chain"/></xsl:if></xsl:with-param>
              <xsl:with-param name="name" select="$name"/>
              <xsl:with-param name="type" select="$type"/>
              <xsl:with-param name="by" select="$by"/>
              <xsl:with-param name="rank" select="$rank"/>
              <c:call-template name="pass-limits"/>
            </xsl:apply-templates>
          </xsl:for-each>
        </xsl:for-each>
      </xsl:template>

      <!-- The names of an element and of those within it around all of its text. -->
      <xsl:template name="chain">
        <xsl:variable name="text" select="normalize-space()"/>
        <xsl:for-each select="descendant-or-self::*[normalize-space() = $text]">
          <xsl:value-of select="concat(name(), ' ')"/>
        </xsl:for-each>
      </xsl:template>

      <!-- Siblings like the first value's, which only a few characters or a break part from it and from each other; list
           items need nothing between them, but the same elements around all of their text. -->
      <xsl:template match="node()" mode="more">
        <xsl:param name="like"/>
        <xsl:param name="like-chain"/>
        <xsl:param name="name"/>
        <xsl:param name="type"/>
        <xsl:param name="by"/>
        <xsl:param name="rank"/>
        <c:call-template name="take-limits"/>
        <xsl:param name="between"/>
        <xsl:param name="broken" select="false()"/>
        <xsl:param name="left" select="200"/>
        <xsl:variable name="signs" select="normalize-space(translate(concat($between, self::text()), '&#160;', ' '))"/>
        <xsl:variable name="chain">
          <xsl:if test="self::li"><xsl:call-template name="chain"/></xsl:if>
        </xsl:variable>
        <xsl:variable name="value">
          <xsl:if test="self::*[name() = name($like) and string(@class) = string($like/@class)] and ($broken or $signs != '' or self::li)
                        and (not(self::li) or $chain = $like-chain)">
            <c:call-template name="value-here"/>
          </xsl:if>
        </xsl:variable>
        <xsl:if test="$value != ''">
          <field name="{{$name}}" type="{{$type}}" by="{{$by}}" rank="{{$rank}}"><xsl:value-of select="$value"/></field>
        </xsl:if>
        <xsl:if test="$left &gt; 0 and string-length($signs) &lt; 6 and ($value != '' or self::br or not(self::*))">
          <xsl:apply-templates select="following-sibling::node()[1]" mode="more">
            <xsl:with-param name="like" select="$like"/>
            <xsl:with-param name="like-chain" select="$like-chain"/>
            <xsl:with-param name="name" select="$name"/>
            <xsl:with-param name="type" select="$type"/>
            <xsl:with-param name="by" select="$by"/>
            <xsl:with-param name="rank" select="$rank"/>
            <c:call-template name="pass-limits"/>
            <xsl:with-param name="between" select="substring($signs, 1, string-length($signs) * ($value = ''))"/>
            <xsl:with-param name="broken" select="self::br or ($broken and $value = '')"/>
            <xsl:with-param name="left" select="$left - 1"/>
          </xsl:apply-templates>
        </xsl:if>
      </xsl:template>
    </c:if>

    <c:if test="$parts[@all = 'yes']">
      <xsl:template name="every">
        <xsl:param name="nodes"/>
        <xsl:param name="name"/>
        <xsl:param name="type"/>
        <xsl:param name="by"/>
        <xsl:param name="rank"/>
        <c:call-template name="take-limits"/>
        <xsl:for-each select="$nodes">
          <xsl:variable name="value"><c:call-template name="value-here"/></xsl:variable>
          <xsl:if test="$value != ''">
            <field name="{{$name}}" type="{{$type}}" by="{{$by}}" rank="{{$rank}}"><xsl:value-of select="$value"/></field>
          </xsl:if>
        </xsl:for-each>
      </xsl:template>
    </c:if>

    <c:if test="$parts/t:anchor[@run]">
      <!-- The runs of nodes: what stands between breaks among their children, a line each; of each all, or the one of
           this number; and of these all but the first and the last. -->
      <xsl:template name="runs">
        <xsl:param name="nodes"/>
        <c:if test="not($detm)">
          <xsl:param name="run"/>
          <xsl:param name="skip"/>
          <xsl:param name="drop"/>
        </c:if>
        <xsl:param name="most" select="1 div 0"/>
        <xsl:param name="name"/>
        <xsl:param name="type"/>
        <xsl:param name="by"/>
        <xsl:param name="rank"/>
        <c:call-template name="take-limits"/>
        <xsl:variable name="values">
          <c:choose>
            <c:when test="$detm"><xsl:value-of select="detm:runs($nodes, $anchor, $only)"/></c:when>
            <c:otherwise>
              <xsl:variable name="lines">
                <xsl:for-each select="$nodes">
                  <xsl:call-template name="lines-of"><xsl:with-param name="run" select="$run"/></xsl:call-template>
                </xsl:for-each>
              </xsl:variable>
              <xsl:call-template name="lines">
                <xsl:with-param name="text" select="string($lines)"/>
                <xsl:with-param name="first" select="$skip + 1"/>
                <xsl:with-param name="last"
                  select="string-length($lines) - string-length(translate($lines, '&#10;', '')) - $drop"/>
                <xsl:with-param name="longest" select="$longest"/>
              </xsl:call-template>
            </c:otherwise>
          </c:choose>
        </xsl:variable>
        <xsl:call-template name="lines">
          <xsl:with-param name="text" select="string($values)"/>
          <xsl:with-param name="last" select="$most"/>
          <xsl:with-param name="name" select="$name"/>
          <xsl:with-param name="type" select="$type"/>
          <xsl:with-param name="by" select="$by"/>
          <xsl:with-param name="rank" select="$rank"/>
        </xsl:call-template>
      </xsl:template>

      <!-- The lines of a text from the first to the last, counted from 1: as fields of that name, or without one as lines.
           A text is halved until it has no more than a line; `rest` follows its last line.  Empty ones are left out. -->
      <xsl:template name="lines">
        <xsl:param name="text"/>
        <xsl:param name="rest"/>
        <xsl:param name="first" select="1"/>
        <xsl:param name="last" select="1 div 0"/>
        <xsl:param name="longest" select="0"/>
        <xsl:param name="name"/>
        <xsl:param name="type"/>
        <xsl:param name="by"/>
        <xsl:param name="rank"/>
        <xsl:variable name="half" select="floor(string-length($text) div 2)"/>
        <xsl:variable name="left" select="substring($text, 1, $half)"/>
        <xsl:variable name="right" select="substring($text, $half + 1)"/>
        <xsl:variable name="ends" select="contains($right, '&#10;')"/>
        <xsl:choose>
          <xsl:when test="$last &lt; 1"/>
          <xsl:when test="contains($text, '&#10;')">
            <xsl:variable name="own">
              <xsl:choose>
                <xsl:when test="$ends"><xsl:value-of select="substring-before($right, '&#10;')"/></xsl:when>
                <xsl:otherwise><xsl:value-of select="concat($right, $rest)"/></xsl:otherwise>
              </xsl:choose>
            </xsl:variable>
            <xsl:variable name="count" select="string-length($left) - string-length(translate($left, '&#10;', '')) + 1"/>
            <xsl:call-template name="lines">
              <xsl:with-param name="text" select="$left"/>
              <xsl:with-param name="rest" select="string($own)"/>
              <xsl:with-param name="first" select="$first"/>
              <xsl:with-param name="last" select="$last"/>
              <xsl:with-param name="longest" select="$longest"/>
              <xsl:with-param name="name" select="$name"/>
              <xsl:with-param name="type" select="$type"/>
              <xsl:with-param name="by" select="$by"/>
              <xsl:with-param name="rank" select="$rank"/>
            </xsl:call-template>
            <xsl:if test="$ends">
              <xsl:call-template name="lines">
                <xsl:with-param name="text" select="substring-after($right, '&#10;')"/>
                <xsl:with-param name="rest" select="$rest"/>
                <xsl:with-param name="first" select="$first - $count"/>
                <xsl:with-param name="last" select="$last - $count"/>
                <xsl:with-param name="longest" select="$longest"/>
                <xsl:with-param name="name" select="$name"/>
                <xsl:with-param name="type" select="$type"/>
                <xsl:with-param name="by" select="$by"/>
                <xsl:with-param name="rank" select="$rank"/>
              </xsl:call-template>
            </xsl:if>
          </xsl:when>
          <xsl:when test="$first &lt;= 1">
            <xsl:variable name="line" select="normalize-space(translate(concat($text, $rest), '&#160;', ' '))"/>
            <xsl:choose>
              <xsl:when test="$line = '' or ($longest &gt; 0 and string-length($line) &gt; $longest)"/>
              <xsl:when test="not($name)"><xsl:value-of select="concat($line, '&#10;')"/></xsl:when>
              <xsl:otherwise>
                <field name="{{$name}}" type="{{$type}}" by="{{$by}}" rank="{{$rank}}"><xsl:value-of select="$line"/></field>
              </xsl:otherwise>
            </xsl:choose>
          </xsl:when>
        </xsl:choose>
      </xsl:template>
    </c:if>

  </c:template>
</c:stylesheet>
