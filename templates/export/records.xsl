<?xml version="1.0" encoding="UTF-8"?>
<!-- Exported by detm @version@ from a wrapper. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="xml" encoding="UTF-8" indent="yes"/>
  <xsl:template match="/">
    <records>
    <xsl:for-each@select@>
      <record>
@fields@      </record>
    </xsl:for-each>
    </records>
  </xsl:template>
  <xsl:template name="value">
    <xsl:param name="name" select="'field'"/><xsl:param name="field" select="''"/>
    <xsl:param name="text"/>
    <xsl:param name="before" select="''"/><xsl:param name="after" select="''"/>
    <xsl:variable name="start" select="string-length($before) * starts-with($text, $before)"/>
    <xsl:variable name="end" select="string-length($text) - string-length($after) * (substring($text, string-length($text) - string-length($after) + 1) = string($after))"/>
    <xsl:variable name="value" select="normalize-space(substring($text, $start + 1, $end - $start))"/>
    <xsl:if test="$value != ''"><xsl:element name="{$name}">
      <xsl:if test="$field != ''"><xsl:attribute name="name"><xsl:value-of select="$field"/></xsl:attribute></xsl:if>
      <xsl:value-of select="$value"/>
    </xsl:element></xsl:if>
  </xsl:template>
</xsl:stylesheet>
