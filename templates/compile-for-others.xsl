<?xml version="1.0" encoding="UTF-8"?>
<!-- compile-for-others.xsl: the part of compile-template.xsl that detm needs only to write a stylesheet for other
     processors.  Its templates are added to those of that file. -->
<c:stylesheet version="1.0" xmlns:c="http://www.w3.org/1999/XSL/Transform" xmlns:t="urn:detm:template:1"
                xmlns:xsl="urn:detm:stylesheet">
  <!-- The XPath of an anchor's nodes.  dt_anchor_xpath in src/template/apply/anchor_xpath.c makes the same. -->
  <c:template match="t:anchor" mode="nodes">
    <c:if test="(@skip or @drop) and not(@run)">(</c:if>
    <c:apply-templates select="." mode="head"/>
    <c:value-of select="@path"/>
    <c:if test="(@skip or @drop) and not(@run)">
      <c:text>)[position() &gt; </c:text>
      <c:value-of select="concat(number(concat('0', @skip)), ' and position() &lt;= last() - ')"/>
      <c:value-of select="concat(number(concat('0', @drop)), ']')"/>
    </c:if>
  </c:template>

  <c:template match="t:anchor" mode="tag">
    <c:value-of select="@tag"/>
    <c:if test="not(@tag)">*</c:if>
  </c:template>

  <c:template match="t:anchor[@by = 'path']" mode="head"/>

  <c:template match="t:anchor[@by = 'tag']" mode="head">
    <c:text>/descendant::</c:text>
    <c:apply-templates select="." mode="tag"/>
  </c:template>

  <c:template match="t:anchor[@by = 'caption']" mode="head">
    <c:text>/descendant::</c:text>
    <c:apply-templates select="." mode="tag"/>
    <c:text>[normalize-space() = </c:text>
    <c:call-template name="literal"><c:with-param name="text" select="@value"/></c:call-template>
    <c:text>]</c:text>
  </c:template>

  <!-- In brackets where a predicate follows: else positions would be those within one element. -->
  <c:template match="t:anchor[@by = 'text']" mode="head">
    <c:variable name="grouped" select="starts-with(@path, '[')"/>
    <c:if test="$grouped">(</c:if>
    <c:text>/descendant::</c:text>
    <c:apply-templates select="." mode="tag"/>
    <c:text>/text()[normalize-space() = </c:text>
    <c:call-template name="literal"><c:with-param name="text" select="@value"/></c:call-template>
    <c:text>]</c:text>
    <c:if test="$grouped">)</c:if>
  </c:template>

  <c:template match="t:anchor[@by = 'id' or @by = 'attribute']" mode="head">
    <c:text>/descendant::</c:text>
    <c:apply-templates select="." mode="tag"/>
    <c:text>[@</c:text>
    <c:choose>
      <c:when test="@by = 'id'">id</c:when>
      <c:otherwise><c:value-of select="@name"/></c:otherwise>
    </c:choose>
    <c:text> = </c:text>
    <c:call-template name="literal"><c:with-param name="text" select="@value"/></c:call-template>
    <c:text>]</c:text>
  </c:template>

  <c:template match="t:anchor[@by = 'class' or @by = 'token']" mode="head">
    <c:text>/descendant::</c:text>
    <c:apply-templates select="." mode="tag"/>
    <c:call-template name="tokens">
      <c:with-param name="attribute">
        <c:choose>
          <c:when test="@by = 'class'">class</c:when>
          <c:otherwise><c:value-of select="@name"/></c:otherwise>
        </c:choose>
      </c:with-param>
      <c:with-param name="rest" select="normalize-space(@value)"/>
    </c:call-template>
  </c:template>

  <c:template match="t:anchor[@by = 'data']" mode="head">
    <c:text>/*/ld/descendant::</c:text>
    <c:apply-templates select="." mode="tag"/>
    <c:if test="@value">
      <c:text>[@type = </c:text>
      <c:call-template name="literal"><c:with-param name="text" select="@value"/></c:call-template>
      <c:text>]</c:text>
    </c:if>
  </c:template>

  <!-- A predicate for each token that the attribute must hold. -->
  <c:template name="tokens">
    <c:param name="attribute"/>
    <c:param name="rest"/>
    <c:variable name="token" select="substring-before(concat($rest, ' '), ' ')"/>
    <c:value-of select='concat("[contains(concat(&apos; &apos;, normalize-space(@", $attribute, "), &apos; &apos;), ")'/>
    <c:call-template name="literal"><c:with-param name="text" select="concat(' ', $token, ' ')"/></c:call-template>
    <c:text>)]</c:text>
    <c:if test="contains($rest, ' ')">
      <c:call-template name="tokens">
        <c:with-param name="attribute" select="$attribute"/>
        <c:with-param name="rest" select="substring-after($rest, ' ')"/>
      </c:call-template>
    </c:if>
  </c:template>

  <!-- How nodes become values without detm's functions. -->
  <c:template name="values-for-others">
    <xsl:variable name="breaks">
      <xsl:text> address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt </xsl:text>
      <xsl:text>fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li </xsl:text>
      <xsl:text>main menu nav noframes ol optgroup option p pre search section summary table tbody td tfoot th thead </xsl:text>
      <xsl:text>title tr ul </xsl:text>
    </xsl:variable>

    <xsl:template name="first">
      <xsl:param name="nodes"/>
      <xsl:param name="longest" select="0"/>
      <!-- a line a value: there is no way to stop at the first -->
      <xsl:variable name="lines">
        <xsl:for-each select="$nodes">
          <xsl:variable name="line">
            <xsl:call-template name="value"><xsl:with-param name="longest" select="$longest"/></xsl:call-template>
          </xsl:variable>
          <xsl:if test="$line != ''"><xsl:value-of select="concat($line, '&#10;')"/></xsl:if>
        </xsl:for-each>
      </xsl:variable>
      <xsl:value-of select="substring-before($lines, '&#10;')"/>
    </xsl:template>

    <xsl:template name="value">
      <xsl:param name="longest"/>
      <xsl:variable name="text"><xsl:apply-templates select="." mode="text"/></xsl:variable>
      <xsl:variable name="value" select="normalize-space(translate($text, '&#160;', ' '))"/>
      <xsl:if test="$longest = 0 or string-length($value) &lt;= $longest"><xsl:value-of select="$value"/></xsl:if>
    </xsl:template>

    <c:if test="t:layout/t:field/t:part/t:anchor[@run]">
      <xsl:template name="lines-of">
        <xsl:param name="run"/>
        <xsl:variable name="text">
          <xsl:for-each select="node()">
            <xsl:choose>
              <xsl:when test="contains($breaks, concat(' ', name(), ' '))"><xsl:value-of select="'&#10;'"/></xsl:when>
              <xsl:when test="self::script or self::style"/>
              <xsl:otherwise>
                <xsl:variable name="own"><xsl:apply-templates select="." mode="text"/></xsl:variable>
                <xsl:value-of select="translate($own, '&#10;', ' ')"/>
              </xsl:otherwise>
            </xsl:choose>
          </xsl:for-each>
        </xsl:variable>
        <xsl:variable name="lines">
          <xsl:call-template name="lines"><xsl:with-param name="text" select="string($text)"/></xsl:call-template>
        </xsl:variable>
        <xsl:choose>
          <xsl:when test="$run = 0"><xsl:value-of select="$lines"/></xsl:when>
          <xsl:otherwise>
            <xsl:call-template name="lines">
              <xsl:with-param name="text" select="string($lines)"/>
              <xsl:with-param name="first" select="$run"/>
              <xsl:with-param name="last" select="$run"/>
            </xsl:call-template>
          </xsl:otherwise>
        </xsl:choose>
      </xsl:template>
    </c:if>

    <!-- A node's text, without what stands aside. -->
    <xsl:template match="comment() | processing-instruction()" mode="text"/>
    <xsl:template match="@* | text()" mode="text"><xsl:value-of select="."/></xsl:template>
    <xsl:template match="* | /" mode="text">
      <xsl:variable name="around"
        select="count(ancestor-or-self::*[self::aside or self::figure or self::nav or self::script or self::style])"/>
      <xsl:for-each select="descendant::node()[self::text() or contains($breaks, concat(' ', name(), ' '))]
                            [count(ancestor::*[self::aside or self::figure or self::nav or self::script or self::style])
                             = $around]">
        <!-- at a break, and behind one, a person sees a gap -->
        <xsl:if test="self::* or preceding-sibling::node()[1][self::*][contains($breaks, concat(' ', name(), ' '))]">
          <xsl:value-of select="' '"/>
        </xsl:if>
        <xsl:if test="self::text()"><xsl:value-of select="."/></xsl:if>
      </xsl:for-each>
    </xsl:template>
  </c:template>
</c:stylesheet>
