/** Paper: black on white, no navigation, everything unfolded, addresses of links in words. */
export const PRINT_STYLE = `
@media print{
:root,:root[data-theme=dark]{--paper:#fff;--raised:#fff;--sunken:#f4f4f4;--text:#000;--muted:#333;--line:#bbb;--accent:#000}
html{font-size:10.5pt}
.top,.tabs,.filter,.facets,.pages,.skip,.foot,[data-screen]{display:none!important}
.columns{display:block;padding:0}
.said,.talk,.rows>li{break-inside:avoid-page}
details>summary{list-style:none}
details:not([open])>*{display:block}
details::details-content{content-visibility:visible;display:block}
a{text-decoration:none}
.prose a[href^="http"]::after{content:" (" attr(href) ")";font-size:.85em;overflow-wrap:anywhere}
}
`;
