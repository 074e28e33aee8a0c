/** Targets are 24 px high (WCAG 2.2, 2.5.8), except for links within text and line numbers, which its height limits. */
export const TARGET_STYLE = `
.facets li,.plain>li,.top nav li,.trail li,.ways li,.chips li,.states>a,.foot>a,.foot>span>a,.banner>a,.tip a,.pages a{min-height:1.6rem;line-height:1.6rem}
.facets li a,.top nav a,.trail ol a,.ways a,.foot a,.banner a,.states>a{display:inline-block;min-height:1.6rem;min-width:1.6rem}
.facets li a{display:inline-flex}
.label,.copy,.top button,.ref-choice>summary,.chips a{min-height:1.6rem}
.rows .title,.cards .title,.commits .title{display:inline-block;min-height:1.6rem}
.said>.by>a,.remark>.by>a{line-height:1.6rem}
.file-tree a{display:inline-block;min-height:1.6rem;line-height:1.6rem}
summary{min-height:1.6rem}
`;

/** More contrast (`prefers-contrast: more`): no grey texts and lines. */
export const CONTRAST_STYLE =
  '@media (prefers-contrast:more){:root:root:root{--muted:var(--text);--line:var(--text)}}';

/** Forced colours (`forced-colors: active`): colours of the system, and shapes instead of backgrounds. */
export const FORCED_STYLE = `
@media (forced-colors:active){
:root:root:root{--paper:Canvas;--raised:Canvas;--sunken:Canvas;--text:CanvasText;--muted:CanvasText;--line:CanvasText;--accent:LinkText;--accent-soft:Canvas;--mark:Mark;--good:CanvasText;--bad:CanvasText;--done:CanvasText;--added-soft:Canvas;--removed-soft:Canvas;--code-word:CanvasText;--code-text:CanvasText;--code-value:CanvasText;--code-name:CanvasText;--series-1:CanvasText;--series-2:LinkText;--series-3:VisitedText;--series-4:GrayText}
:focus-visible{outline:3px solid Highlight;outline-offset:2px}
mark{forced-color-adjust:none;background:Mark;color:MarkText}
.cited::before{forced-color-adjust:none;color:LinkText}
.tabs a[aria-current]{border-color:Highlight}
[aria-current]{font-weight:600}
.tabs a:not([aria-current]){border-color:Canvas}
.said:target,.happened:target,.conversation:target,.remark:target,.rows>li:target,.lines tr:target,.lines tr.in-range,.chosen,.suggestions [aria-selected=true]{outline:2px solid Highlight}
.meter,.prose pre,.notebook pre.code{border:1px solid CanvasText}
.chart svg,.dot{forced-color-adjust:none}
.added ins,.removed del{text-decoration:underline}
.split .c.added::before{content:"+ "}.split .c.removed::before{content:"− "}
}
`;
