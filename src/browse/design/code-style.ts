/** Extensions of plain prose: alerts, task lists, footnotes, and syntax highlighting. */
export const MARKUP_STYLE = `
.prose{unicode-bidi:isolate}.title,.titled{unicode-bidi:plaintext}.number-of{unicode-bidi:isolate}
.prose .table-scroll{overflow-x:auto;margin:.7rem 0}
.prose .table-scroll>table{display:table;margin:0}
.prose .task>input{margin-block:0;margin-inline:0 .35rem;vertical-align:-.1em}
.prose .mention{font-weight:600;color:inherit}
.prose .remote-image::before{content:"▧ ";color:var(--muted)}
.prose .alert{border-left:3px solid var(--alert,var(--muted));padding:.1rem 0 .1rem .9rem;margin:.8rem 0}
.prose .alert-title{font-weight:600;margin:.1rem 0}
.prose .alert-note{--alert:var(--code-name)}.prose .alert-tip{--alert:var(--good)}.prose .alert-important{--alert:var(--done)}.prose .alert-warning{--alert:var(--code-value)}.prose .alert-caution{--alert:var(--bad)}
.prose .alert-title{color:var(--alert)}
.prose .suggestion-title{font-size:.86rem;color:var(--muted);margin:.6rem 0 .2rem}
.prose .suggestion-title~.suggestion,.prose .suggestion-title+.copied>.suggestion{margin-top:0;border-left:3px solid var(--good)}
.suggestion{white-space:pre-wrap}.suggestion :is(.hljs-deletion,.hljs-addition){display:inline-block;min-width:100%}
.remark pre{max-width:min(100%,calc(100vw - 5rem));overflow-x:auto}
.lines .suggestion .hljs-addition{background:var(--added-soft)}.lines .suggestion .hljs-deletion{background:var(--removed-soft)}
.prose .source-note{font-size:.86rem;color:var(--muted);margin:.6rem 0 .2rem}
.prose .source-note+:is(pre,.copied)>pre,.prose .source-note+pre{margin-top:0}
.diagram .mistake{display:block;color:var(--bad);overflow-wrap:anywhere}
.diagram button{padding:.05rem .55rem;margin-right:.4rem;font-size:inherit}
.zoom{width:96vw;height:94vh;max-width:none;max-height:none;background:var(--raised);color:inherit;border:1px solid var(--line);border-radius:8px}.zoom[open]{display:flex;flex-direction:column;gap:.5rem}.zoom form{display:flex;justify-content:end;gap:.4rem}.zoom .drawn{flex:1;margin:0}
.file>.diagram.is-shown{padding:.4rem .75rem;margin:0}
@media print{.diagram button{display:none}}
.drawn{display:block;width:100%;border:1px solid var(--line);border-radius:4px;padding:.7rem;background:var(--raised);margin:0 0 .7rem}
.drawn.is-waiting{height:0;padding-block:0;margin:0;border-color:transparent}
.file>.drawn{border:0}
.prose .math-display{display:block;overflow-x:auto;margin:.8rem 0;padding:.2rem 0}
.prose .math-inline{display:inline-block;max-width:100%;overflow-x:clip}.prose .math-inline[tabindex]{overflow:auto hidden;vertical-align:middle}
@font-face{font-family:"Satchel Math";src:local("STIX Two Math"),url(math.woff2) format("woff2")}
math{font-family:"Satchel Math",math}
.prose math[display=block]{font-size:1.08em}
.prose .tml-left{text-align:left}.prose .tml-right{text-align:right}
.prose .footnotes{font-size:.9em;color:var(--muted);border-top:1px solid var(--line);margin-top:1.2rem}
.prose .footnotes-sep{display:none}
.prose :target{background:var(--accent-soft)}
.hljs-keyword,.hljs-selector-tag,.hljs-literal,.hljs-section,.hljs-meta,.hljs-doctag,.hljs-name{color:var(--code-word)}
.hljs-code,.hljs-string,.hljs-regexp,.hljs-symbol,.hljs-bullet,.hljs-link,.hljs-template-variable{color:var(--code-text)}
.hljs-number,.hljs-attr,.hljs-attribute,.hljs-variable,.hljs-built_in,.hljs-selector-class,.hljs-selector-id,.hljs-type{color:var(--code-value)}
.hljs-title,.hljs-title.function_,.hljs-title.class_{color:var(--code-name)}
.hljs-comment,.hljs-quote{color:var(--muted);font-style:italic}
.hljs-addition{background:var(--added-soft)}.hljs-deletion{background:var(--removed-soft)}
.hljs-emphasis{font-style:italic}.hljs-strong,.hljs-section{font-weight:600}
`;

/** The style of code pages: trees, files, diffs, commits. */
export const CODE_STYLE = `
.code-bar{display:flex;flex-wrap:wrap;align-items:baseline;gap:.3rem 1rem;margin:0 0 .7rem}
.code-bar :is(h1,.code-path){margin:0;font:600 1.05rem/1.4 var(--mono);letter-spacing:0;overflow-wrap:anywhere;flex:1 1 16rem;min-width:0}
.ways{display:flex;flex-wrap:wrap;gap:.3rem .4rem;font-size:.86rem;list-style:none;margin:0;padding:0}
.ways a{display:inline-block;background:var(--raised);border:1px solid color-mix(in srgb,var(--muted) 55%,var(--line));border-radius:4px;padding:.05rem .55rem;min-height:1.6rem;color:var(--text);text-decoration:none}
.ways a:hover{border-color:var(--accent);color:var(--accent)}
.code-bar [aria-current]{color:var(--text);font-weight:600;text-decoration:none}
.ref-choice{position:relative;font-size:.9rem;max-width:100%}
.ref-choice>summary{display:flex;gap:.35em;width:fit-content;max-width:min(22rem,100%);white-space:nowrap}
.ref-choice>summary>bdi{overflow:hidden;text-overflow:ellipsis}
.ref-choice>div{position:absolute;z-index:5;background:var(--raised);border:1px solid var(--line);border-radius:6px;box-shadow:0 .5rem 1.5rem rgb(0 0 0/.18);padding:.5rem .8rem;max-height:24rem;overflow:auto;min-width:15rem;max-width:min(30rem,90vw)}
.ref-choice ul{list-style:none;margin:0 0 .4rem;padding:0}
.ref-choice li{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.ref-choice h2{margin:.2rem 0;font-size:.8rem;color:var(--muted)}
.owners>summary{max-width:min(22rem,50vw)}
@media (max-width:40rem){.ref-choice.owners{position:static}.owners>div{inset-inline:1rem}}
.owners li a{display:block;min-height:1.6rem;line-height:1.6rem}
.owners [aria-current]{font-weight:600;color:inherit;text-decoration:none}
.tip+.file{border-radius:0 0 4px 4px}
.tip{display:flex;flex-wrap:wrap;gap:0 .8rem;align-items:baseline;font-size:.9rem;color:var(--muted);border:1px solid var(--line);border-bottom:0;border-radius:4px 4px 0 0;background:var(--sunken);padding:.35rem .75rem;margin:0}
.tip .subject{flex:1 1 14rem;min-width:0;color:var(--text);text-decoration:none;overflow-wrap:anywhere}
.tip a.subject:hover{text-decoration:underline}
.tip code{font-size:.85em}
.tree{width:100%;border:1px solid var(--line);font-size:.93rem;background:var(--raised)}
.tree td{padding:.22rem .75rem;border-top:1px solid var(--line)}
.tree tr:first-child td{border-top:0}
.tree td:first-child{overflow-wrap:anywhere}
.tree .newest{width:55%;max-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:.9em}
.tree .newest a{color:var(--muted)}
.tree a{text-decoration:none;color:var(--text)}
.tree a:hover{color:var(--accent);text-decoration:underline}
.tree svg{width:.95rem;height:.95rem;vertical-align:-.14rem;margin-right:.5rem;color:var(--muted)}
.tree .folder svg{color:var(--accent)}
.tree .number{color:var(--muted);white-space:nowrap;font-size:.86rem}
.tree+.file,.hint+.file{margin-top:1.2rem}
.file{border:1px solid var(--line);border-radius:4px;background:var(--raised);margin:0 0 1.2rem;min-width:0}
.file>.file-head{display:flex;flex-wrap:wrap;gap:.1rem .9rem;align-items:baseline;font-size:.88rem;padding:.4rem .75rem;border-bottom:1px solid var(--line);background:var(--sunken);margin:0;color:var(--muted)}
.file>summary.file-head{cursor:pointer}
.file:not([open])>summary.file-head{border-bottom:0}
.file>.file-head h2{font:600 .9rem var(--mono);margin:0;overflow-wrap:anywhere;flex:1 1 14rem;min-width:0;color:var(--text)}
.file>.prose{padding:1rem 1.25rem;max-width:none}
.file>.prose>*{max-width:var(--measure)}
.file>.prose>:is(.table-scroll,pre,.copied){max-width:100%}
.file>.note{margin:0;list-style:none;padding:.8rem;color:var(--muted)}
.file>.note .conversation{max-width:52rem;color:var(--text)}
.file .picture{text-align:center}
.file video{display:block;max-width:100%;max-height:80vh}
.file audio{display:block;width:min(100%,32rem)}
.file>.note+.note{padding-top:0}
.preview-table{font-size:.88rem;width:max-content;min-width:100%}
.preview-table th,.preview-table td{border-bottom:1px solid var(--line);border-right:1px solid var(--line);padding:.2rem .7rem;vertical-align:top;max-width:34rem;overflow-wrap:break-word}
.preview-table .n{width:1%;border-right:1px solid var(--line);background:var(--sunken);text-align:right}
.preview-table .n a{color:var(--muted);text-decoration:none;font-size:.86em}
.preview-table th{background:var(--sunken);white-space:nowrap}
.preview-table tr:target>td{background:var(--mark)}
.notebook{padding:.6rem 1rem 1rem 0}
.notebook .cell{display:grid;grid-template-columns:5rem minmax(0,1fr);gap:0 .9rem;margin:.7rem 0}
.notebook .run{font:.8rem/2.2 var(--mono);color:var(--muted);text-align:right;white-space:pre}
.notebook pre{margin:0;padding:.5rem .8rem;overflow-x:auto;font-size:.84rem;line-height:1.5}
.notebook pre.code{background:var(--sunken);border:1px solid var(--line);border-radius:4px}
.notebook .output{margin:.5rem 0 0}
.notebook p.output,.notebook div.output{padding:0 .8rem}
.notebook pre.error{background:var(--removed-soft);border-radius:4px}
.notebook .output img{background:#fff;max-width:100%}
.lines{overflow-x:auto;position:relative}
.lines>table{border-spacing:0;border-collapse:separate;font:.82rem/1.55 var(--mono);width:100%;tab-size:4}
.lines td{padding:0;vertical-align:top}
.lines .n{width:1%;min-width:2.8rem;text-align:right;user-select:none;white-space:nowrap}
.lines .n a{display:block;color:var(--muted);text-decoration:none;padding:0 .7rem}
.lines .n a:hover{color:var(--accent)}
.lines .c{white-space:pre;padding:0 .8rem 0 .4rem;unicode-bidi:isolate;direction:ltr;text-align:left}
.lines.wraps .c{white-space:pre-wrap;overflow-wrap:anywhere}
.lines tr:target,.lines tr.chosen{background:var(--mark)}
.lines .bidi{border:1px solid var(--bad);color:var(--bad);border-radius:2px;font-size:.75em;padding:0 .2em}
.blame td.by{width:1%;white-space:nowrap;padding:0 .7rem;font:.8rem/1.55 var(--sans);color:var(--muted);border-right:1px solid var(--line)}
.blame .since{display:flex;justify-content:space-between;gap:1rem}
.blame .who bdi{display:inline-block;max-width:8rem;overflow:hidden;text-overflow:ellipsis;vertical-align:bottom}
.blame .who[data-face]::before{width:1.1rem;height:1.1rem;font-size:.5rem;line-height:calc(1.1rem - 2px);margin:-.1rem .35rem -.1rem 0}
.blame td.by a{color:var(--text);flex:1;max-width:14rem;overflow:hidden;text-overflow:ellipsis;text-decoration:none}
.blame td.by :is(.past,.who){flex:none}
.blame td.by a:hover{color:var(--accent)}
.blame tr.first td{border-top:1px solid var(--line)}
@media (max-width:40rem){.blame tr{display:grid;grid-template-columns:3rem minmax(max-content,1fr)}.blame td.by:empty{display:none}.blame td.by{grid-column:1/-1;width:auto;border-right:0;padding-block:.2rem;background:var(--sunken)}.blame .since{flex-wrap:wrap;gap:0 .8rem;position:sticky;left:.7rem;max-width:calc(100vw - 4rem)}.blame td.by a:not(.past,.who){order:1;flex:1 0 100%;max-width:100%}.blame tr.first td:not(.by){border-top:0}.blame .c{padding-left:.6rem}}
.diff .n{min-width:2.4rem}
.diff .n a,.diff .n span{display:block;padding:0 .45rem;color:var(--muted);text-decoration:none}
.diff .s{width:1.2rem;min-width:1.2rem;text-align:center;user-select:none;color:var(--muted)}
.diff .added,.diff .added td{background:var(--added-soft)}
.diff .removed,.diff .removed td{background:var(--removed-soft)}
.diff .c{white-space:pre-wrap;overflow-wrap:anywhere}
.diff ins,.diff del{text-decoration:none;border-radius:2px}
.diff .added ins{background:color-mix(in srgb,var(--good) 14%,transparent);box-shadow:inset 0 -2px color-mix(in srgb,var(--good) 55%,transparent)}
.diff .removed del{background:color-mix(in srgb,var(--bad) 14%,transparent);box-shadow:inset 0 -2px color-mix(in srgb,var(--bad) 55%,transparent)}
.diff ins .hljs-comment,.diff del .hljs-comment,.diff ins .hljs-quote,.diff del .hljs-quote{color:var(--text)}
.diff .hljs-addition,.diff .hljs-deletion{background:none}
.diff .hunk-head td{background:var(--sunken);color:var(--muted);padding:.15rem .8rem;white-space:pre-wrap;overflow-wrap:anywhere}
.diff .unended{color:var(--muted);font-family:var(--sans);font-size:.75rem;padding-left:.6rem}
.diff td.conversations{padding:.3rem .8rem .7rem;background:var(--paper);white-space:normal;font:1rem/1.5 var(--sans)}
.diff td.conversations>*{contain:inline-size;position:sticky;left:.8rem;max-width:min(52rem,calc(100vw - 4rem));margin-top:.4rem}
.diff-sum{color:var(--muted);font-size:.92rem;margin:0;white-space:nowrap}
.diff-bar{position:sticky;top:0;z-index:3;display:flex;align-items:center;gap:.3rem 1.2rem;height:2.6rem;overflow-x:auto;background:var(--paper);border-bottom:1px solid var(--line);margin:0 0 .9rem}
.diff-bar .ways{flex-wrap:nowrap;white-space:nowrap}
:root:has(.diff-bar){scroll-padding-top:5.6rem}
@media (max-width:48rem),(max-height:22.5rem){:root:has(.diff-bar){scroll-padding-top:1rem}.diff-bar{position:static;flex-wrap:wrap;height:auto;overflow:visible;padding:.3rem 0}.diff-bar .ways{flex-wrap:wrap}.diff-sum{white-space:normal}.file-box>.file>.file-head{position:static!important}}
.file-box{display:grid;grid-template-columns:minmax(0,1fr);margin:0 0 1.2rem}
.file-box>.file{margin:0}
.file-box>.file>.file-head{position:sticky;top:2.6rem;z-index:1}
.file-ways{white-space:nowrap;padding:.3rem .6rem}
@media (max-width:48rem){.file-box{border:1px solid var(--line);border-radius:4px}.file-box>.file{border:0}.file-ways{border-top:1px solid var(--line)}}
@media (min-width:48.01rem){.file-box>*{grid-area:1/1}.file-box>.file>.file-head{padding-right:16rem}.file-ways{position:sticky;top:2.6rem;z-index:2;justify-self:end;align-self:start;padding:.36rem .6rem}}
.pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr));gap:1rem;padding:.9rem}
.pictures figure{margin:0;text-align:center}
.pictures figcaption{color:var(--muted);font-size:.86rem;margin-bottom:.3rem}
.pictures img{background:repeating-conic-gradient(#ddd 0 25%,#fff 0 50%) 0/16px 16px;border:1px solid var(--line);max-height:70vh}
.hunk-head .more{float:right;font-family:var(--sans)}
.file-tree .status{text-decoration:none;font:600 .8em var(--mono);color:var(--muted)}
.status.added{color:var(--good)}.status.removed{color:var(--bad)}
.plus{color:var(--good)}.minus{color:var(--bad)}
.plus,.minus{font-variant-numeric:tabular-nums;white-space:nowrap}
.ways [aria-current]{background:var(--sunken);font-weight:600;color:var(--text)}
.diff-layout>div{min-width:0}
.file-tree{font-size:.86rem;margin:0 0 1rem;max-height:18rem;overflow:auto}
.file-tree ul{list-style:none;margin:0;padding:0 0 0 .9rem}
.file-tree>ul{padding:0}
.file-tree li{overflow-wrap:anywhere}
.file-tree summary{color:var(--muted)}
.file-tree a{text-decoration:none;font-family:var(--mono);font-size:.94em}
.file-tree .viewed{color:var(--muted);text-decoration:line-through}
.file-tree a+span{font-size:.86em}
@media (min-width:64rem){.diff-layout{display:grid;grid-template-columns:16rem minmax(0,1fr);gap:0 1.6rem;align-items:start}.file-tree{position:sticky;top:3.2rem;max-height:calc(100vh - 3.8rem)}}
:root:has(.split){--page:124rem}
.split>table{table-layout:fixed;min-width:40rem}
.split .n{width:3.2rem}
.split .c:not(:last-child){border-right:1px solid var(--line)}
.split td.added{background:var(--added-soft)}
.split td.removed{background:var(--removed-soft)}
.split .none{background:var(--sunken)}
.split td.added ins{background:color-mix(in srgb,var(--good) 14%,transparent);box-shadow:inset 0 -2px color-mix(in srgb,var(--good) 55%,transparent)}
.split td.removed del{background:color-mix(in srgb,var(--bad) 14%,transparent);box-shadow:inset 0 -2px color-mix(in srgb,var(--bad) 55%,transparent)}
.split td:target,.split td:target+.c{background:var(--mark)}
.commits{list-style:none;margin:0;padding:0;border-top:1px solid var(--line)}
.commits li{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 1rem;border-bottom:1px solid var(--line);padding:.45rem 0}
.commits .title{font-weight:550;color:var(--text);text-decoration:none;overflow-wrap:anywhere}
.commits a.title:hover{color:var(--accent);text-decoration:underline}
.commits .facts{color:var(--muted);font-size:.86rem;grid-column:1/-1}
.commits .end{grid-row:1;grid-column:2;text-align:right;font-size:.9rem}
@media (max-width:40rem){.refs .end{grid-area:auto/1/auto/-1;text-align:start}}
.commits .end a{text-decoration:none}.commits .end>*+*{margin-left:.5rem}
.commit-message{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:.5rem 0;max-width:var(--measure)}
.finder input{width:100%;max-width:40rem}
.code-search{display:flex;gap:.3rem;font-size:.9rem}
.code-search input{width:11rem;min-width:0}
.found-lines{overflow-x:auto;border:1px solid var(--line);border-radius:4px;margin:.3rem 0 0;background:var(--raised);grid-column:1/-1;min-width:0}
.found-lines table{border-spacing:0;font:.82rem/1.55 var(--mono);tab-size:4}
.found-lines td{padding:0 .7rem;vertical-align:top}
.found-lines .n{text-align:right;user-select:none}
.found-lines .n a{display:block;color:var(--muted);text-decoration:none}
.found-lines .c{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate;direction:ltr;text-align:left}
.with-tree>div{min-width:0}
.file-tree.side-tree{display:none}
.side-tree [aria-current]{color:var(--text);font-weight:600}
.written{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;font:inherit}
.prose .quoted{margin:.6rem 0 .9rem}
.prose .quoted table{display:table;margin:0}
.prose .quoted td{border:0}
@media (min-width:75rem){.with-tree{display:grid;grid-template-columns:15rem minmax(0,1fr);gap:0 1.6rem;align-items:start}.file-tree.side-tree{display:block}}
@media (max-width:40rem){.notebook{padding-left:1rem}.notebook .cell{grid-template-columns:minmax(0,1fr)}.notebook .run{text-align:left}.notebook .markdown .run{display:none}.tree .newest{display:none}.tree td:first-child{width:99%}.lines .n{min-width:1.8rem}.lines .n a,.diff .n a,.diff .n span{padding:0 .3rem}.diff .old{display:none}}
@media print{.diff-bar,.file>.file-head{position:static!important}.ways,.ref-choice{display:none!important}.lines .c{white-space:pre-wrap;overflow-wrap:anywhere}}
`;
