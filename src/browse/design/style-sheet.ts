import { CHART_STYLE, CHART_STYLE_DARK } from '../charts/chart-style.ts';
import { BADGE_STYLE, MENU_STYLE } from './badge-style.ts';
import { CHANGE_STYLE } from './change-style.ts';
import { CODE_STYLE, MARKUP_STYLE } from './code-style.ts';
import { DARK, LIGHT } from './colours.table.ts';
import { PAGE_STYLE } from './page-style.ts';
import { CONTRAST_STYLE, FORCED_STYLE, READING_STYLE, SIGN_STYLE, TARGET_STYLE } from './reading-style.ts';

/** Basic elements. */
const ELEMENT_STYLE = `
:root{--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;--serif:"Iowan Old Style","Palatino Linotype",Charter,"Bitstream Charter",Georgia,"Noto Serif",serif;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;--measure:74ch;--page:92rem}
*,*::before,*::after{box-sizing:border-box}
html{font:93.75%/1.5 var(--sans);background:var(--paper);color:var(--text);-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;min-height:100vh;display:flex;flex-direction:column}
h1,h2,h3{overflow-wrap:anywhere;line-height:1.25;text-wrap:balance;font-weight:600}
h1{font:600 1.7rem/1.22 var(--serif);margin:0 0 .6rem;letter-spacing:-.005em;overflow-wrap:anywhere}
h2{font-size:1.02rem;margin:1.8rem 0 .5rem}
h3{font-size:.95rem;margin:1.2rem 0 .4rem}
p{margin:.5rem 0}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:.18em}
a:not(:hover){text-decoration-color:color-mix(in srgb,currentColor 35%,transparent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
code,kbd,pre,samp,.mono{font-family:var(--mono);font-size:.88em}
kbd{border:1px solid var(--line);border-bottom-width:2px;border-radius:3px;padding:0 .35em;background:var(--raised)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th{text-align:left;font-weight:600}
mark{background:var(--mark);color:inherit;border-radius:2px;padding:0 .1em}
button,input,select,textarea{font:inherit;color:inherit}
input,select,textarea{background:var(--raised);border:1px solid color-mix(in srgb,var(--muted) 55%,var(--line));border-radius:4px;padding:.25rem .55rem}
button,.button{display:inline-block;background:var(--raised);border:1px solid color-mix(in srgb,var(--muted) 55%,var(--line));border-radius:4px;padding:.25rem .75rem;cursor:pointer;color:inherit;text-decoration:none}
button:hover,.button:hover{border-color:var(--accent);color:var(--accent)}
summary{cursor:pointer}
hr{border:0;border-top:1px solid var(--line);margin:1.5rem 0}
time{white-space:nowrap}
img,svg{max-width:100%}
.muted,.hint{color:var(--muted)}.small{font-size:.86rem}.number{text-align:right}
.unseen,.diagram:not(.is-shown){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-99rem}
.skip:focus{left:.5rem;top:.5rem;z-index:9;background:var(--raised);padding:.4rem .8rem}
.empty{color:var(--muted);max-width:60ch;border-left:3px solid var(--line);padding:.2rem 0 .2rem .9rem;margin:1rem 0}
.scroll{overflow-x:auto}
.plain{list-style:none;margin:0;padding:0}
.plain>li:has(br)+li{margin-top:.5rem}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`;

/** The frame of all pages: top bar, banner, breadcrumbs and tabs, columns, footer. */
const FRAME_STYLE = `
.top,.banner,.trail,.columns,.foot{padding-inline:max(1rem,calc((100vw - var(--page))/2))}
.top{display:flex;align-items:center;gap:.5rem 1.25rem;flex-wrap:wrap;padding-block:.55rem;border-bottom:1px solid var(--line);background:var(--raised)}
.brand{display:flex;align-items:center;gap:.45rem;font:600 1.12rem var(--serif);color:var(--text);text-decoration:none}
.brand svg{width:1.35rem;height:1.35rem}
.top form{flex:1 1 16rem;max-width:40rem;display:flex}
.top input{width:100%;min-width:0}
.top nav{margin-left:auto}
.top nav ul{display:flex;flex-wrap:wrap;gap:0 1rem;list-style:none;margin:0;padding:0}
.top nav a{color:var(--muted);text-decoration:none;font-size:.92rem}
.top nav a:hover,.top nav [aria-current]{color:var(--accent)}
.banner{margin:0;padding-block:.3rem;font-size:.84rem;color:var(--muted);background:var(--sunken);border-bottom:1px solid var(--line);display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between;align-items:baseline}
.banner.stale{background:var(--mark);color:var(--text)}.banner.stale a{color:inherit}.banner.older{background:var(--accent-soft);color:var(--text);font-size:.9rem}
.trail{padding-top:.9rem}
.trail ol{display:flex;flex-wrap:wrap;gap:0 .4rem;list-style:none;margin:0;padding:0;font-size:.95rem}
.trail ol li+li::before{content:"/";color:var(--muted);margin-right:.4rem}
.tabs{display:flex;gap:0 1.15rem;list-style:none;margin:.35rem 0 0;padding:0;border-bottom:1px solid var(--line);overflow-x:auto;scrollbar-width:thin}
.tabs a{display:block;padding:.3rem 0 .45rem;color:var(--muted);text-decoration:none;white-space:nowrap;border-bottom:2px solid transparent;margin-bottom:-1px}
main>nav>.tabs{flex-wrap:wrap}main>nav:has(>.tabs)+h1{margin-top:1rem}
.tabs a:hover{color:var(--text)}
.tabs a[aria-current]{color:var(--text);border-color:var(--accent)}
[data-away]::after{content:"\\a0↗"/"";color:var(--muted)}
.count{font-size:.8rem;color:var(--muted);font-variant-numeric:tabular-nums;margin-left:.15rem}
h1 .count{font:400 1rem var(--sans)}.columns{flex:1;width:100%;padding-block:1.25rem 3rem;display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem 3rem;align-content:start}
.columns.text>main{max-width:calc(var(--measure) + 4rem)}
.columns>main,.columns>aside{min-width:0;overflow-wrap:break-word}
@media (min-width:62rem){.columns.with-aside{grid-template-columns:minmax(0,1fr) 17rem}}
aside:empty{display:none}.columns:has(>aside:empty){grid-template-columns:minmax(0,1fr)!important}
aside h2,.refine h2{font-size:.8rem;letter-spacing:.04em;text-transform:uppercase;color:var(--muted);margin:1.25rem 0 .35rem}
aside>h2:first-child,aside>:first-child>h2:first-child,aside>.facets:first-child>section:first-child>h2{margin-top:.2rem}
.foot{border-top:1px solid var(--line);padding-block:.8rem;font-size:.84rem;color:var(--muted);display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem 1.2rem}
.foot a{color:inherit}
@media (max-width:40rem){.top{gap:.45rem .8rem}.top button{order:1;margin-left:auto}.top nav{order:2;flex-basis:100%;margin-left:0}.top form{order:3;flex-basis:100%}h1{font-size:1.4rem}}
`;

/** Rendered Markdown. */
const PROSE_STYLE = `
.prose{overflow-wrap:anywhere;line-height:1.6;max-width:var(--measure)}
.prose>:first-child{margin-top:0}.prose>:last-child{margin-bottom:0}
.prose h1,.prose h2,.prose h3,.prose h4,.prose h5,.prose h6{font:600 1.05rem/1.3 var(--sans);margin:1.4em 0 .4em}
.prose .level-1{font:600 1.4rem/1.25 var(--serif)}.prose .level-2{font:600 1.2rem/1.25 var(--serif)}.prose .level-4,.prose .level-5,.prose .level-6{font-size:.95rem}.prose .level-5,.prose .level-6{color:var(--muted)}
.prose ul,.prose ol{padding-inline-start:1.5rem;margin:.5rem 0}
.prose li+li{margin-top:.15rem}
.prose pre{background:var(--sunken);border-radius:4px;padding:.7rem .9rem;overflow-x:auto;line-height:1.5;font-size:.86rem}
.prose pre code{font-size:inherit;background:none;padding:0}
.prose code{background:var(--sunken);border-radius:3px;padding:.1em .3em}
.prose blockquote{margin:.6rem 0;padding-inline-start:1rem;border-inline-start:3px solid var(--line);color:var(--muted)}
.prose table{display:block;overflow-x:auto;overflow-wrap:break-word;max-width:100%;margin:.7rem 0}
.prose th,.prose td{border:1px solid var(--line);padding:.25rem .6rem}
.prose img{max-width:100%;height:auto;border-radius:3px}
.prose .task{list-style:none;margin-inline-start:-1.3rem}
`;

/** Elements that only the script adds: suggestions, help, notifications. */
const COMFORT_STYLE = `
[hidden]{display:none!important}
.top form{position:relative}
.top button{padding:.1rem .5rem;line-height:1.4}
.palette{position:absolute;inset:calc(100% + .25rem) 0 auto 0;z-index:8;background:var(--raised);border-radius:6px;box-shadow:0 .5rem 1.5rem rgb(0 0 0/.18)}.palette:has(.suggestions:not([hidden])){border:1px solid var(--line)}
.suggestions{list-style:none;margin:0;padding:.25rem;max-height:min(65vh,100vh - 12rem);overflow:auto;background:linear-gradient(var(--raised),var(--raised)) bottom/100% 2rem no-repeat local,linear-gradient(#0000,color-mix(in srgb,var(--text) 22%,#0000)) bottom/100% 1.2rem no-repeat}.suggestions li:last-child:has([href*="?q="]){position:sticky;bottom:-.25rem;background:var(--raised)}.suggestions li+li:last-child:has([href*="?q="]){border-top:1px solid var(--line)}
.palette-none{margin:0;padding:.4rem .75rem 0;color:var(--muted)}.palette-none:empty{display:none}.palette-hint{margin:0;padding:.3rem .75rem;border-top:1px solid var(--line);color:var(--muted);font-size:.8rem}
@media (hover:none),(max-width:40rem){.palette-hint,.for-keys{display:none}}
.suggestions li:not(:has(a)){padding:.45rem .5rem .1rem;color:var(--muted);font-size:.82rem;font-weight:600;overflow-wrap:anywhere}
.suggestions a{display:flex;justify-content:space-between;gap:1rem;padding:.3rem .5rem;color:var(--text);text-decoration:none;border-radius:4px}
.suggestions span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.suggestions small{color:var(--muted);white-space:nowrap}@media (max-width:40rem){.suggestions a,.suggestions small{display:block}.suggestions span{white-space:normal}.suggestions small{overflow:hidden;text-overflow:ellipsis}}
.suggestions [aria-selected=true],.suggestions a:hover{background:var(--accent-soft)}
.comfort-note{position:fixed;left:50%;bottom:1.5rem;translate:-50% 0;z-index:9;max-width:90vw;background:var(--text);color:var(--paper);padding:.4rem .9rem;border-radius:6px;font-size:.9rem;visibility:hidden;overflow-wrap:anywhere}
.comfort-note.is-shown{visibility:visible}
.comfort-help{background:var(--raised);color:var(--text);border:1px solid var(--line);border-radius:8px;max-width:44rem;width:calc(100% - 2rem);max-height:85vh;overflow:auto;padding:1.2rem 1.5rem}
.comfort-help::backdrop{background:rgb(0 0 0/.45)}
.comfort-help h2{margin-top:0}
.comfort-help dl{columns:2 16rem;margin:0;font-size:.92rem}
.comfort-help dl>div{display:flex;gap:.7rem;break-inside:avoid;padding:.12rem 0}
.comfort-help dt{min-width:4.2rem;display:flex;align-items:flex-start;gap:.2rem}
.comfort-help dd{margin:0}
.comfort-help label{display:block;margin:.3rem 0}
.comfort-help form{margin-top:1rem;text-align:right}
.copied{position:relative}.copied-id{display:flex;flex-wrap:wrap;gap:.2rem .6rem;align-items:center}
.copied>.copy{position:absolute;top:.35rem;right:.35rem;opacity:0}
.copied:hover>.copy,.copied:focus-within>.copy{opacity:1}
.copy{font-size:.8rem;padding:.1rem .5rem;min-height:1.6rem}
@media (hover:none){.copied>.copy{opacity:1}}
progress{width:100%;max-width:30rem;accent-color:var(--accent)}
.rows>li.chosen,.cards>li.chosen{outline:2px solid var(--accent);outline-offset:-1px}
@media print{.copy,.comfort-note,.suggestions,.comfort-help{display:none!important}}
`;

/** Print: black on white, no navigation, everything expanded, link addresses written out. */
const PRINT_STYLE = `
@media print{
:root,:root[data-theme=dark]{--paper:#fff;--raised:#fff;--sunken:#f4f4f4;--text:#000;--muted:#333;--line:#bbb;--accent:#000}
html{font-size:10.5pt}
.top,.tabs,.filter,.facets,.pages,.skip,.foot,[data-control]{display:none!important}
.columns{display:block;padding:0}
.said,.conversation,.rows>li{break-inside:avoid-page}
details>summary{list-style:none}
details:not([open])>*{display:block}
details::details-content{content-visibility:visible;display:block}
a{text-decoration:none}
.prose a[href^="http"]:not(.bare-address)::after{content:" (" attr(href) ")";font-size:.85em;overflow-wrap:anywhere}
}
`;

/** Threads: author and time in the margin, comments next to them. */
const THREAD_STYLE = `
.thread-head{border-bottom:1px solid var(--line);padding-bottom:.7rem;margin-bottom:.4rem}
.thread-head:has(.tabs){border-bottom:0;padding-bottom:0}
.thread-head h1 .number-of{color:var(--muted);font-weight:400}
@media (max-width:40rem){.thread-head .tabs{gap:0 .9rem;font-size:.9rem}}
.thread-head .facts-list+.ways{margin-top:.7rem}
.thread-head p{margin:.2rem 0;color:var(--muted)}
.said{display:grid;grid-template-columns:12.5rem minmax(0,var(--measure));gap:.2rem 1.5rem;padding:1rem 0;border-bottom:1px solid var(--line)}
.said>.by{font-size:.88rem;color:var(--muted);line-height:1.4;overflow-wrap:anywhere}
.said>.by .who{font-weight:600;color:var(--text);text-decoration:none;display:flex;align-items:center}
.said>.by .who:hover{color:var(--accent);text-decoration:underline}
.said>.by .role{display:block}
.said>.by .who::before,.face{flex:none}
.said>.by a{color:inherit}
.lines tr.in-range>td{background:var(--accent-soft)}
.said:target,.happened:target,.conversation:target,.remark:target,.remark:has(>:target){background:var(--accent-soft);box-shadow:-.6rem 0 0 var(--accent-soft)}
.said-text{min-width:0}
:is(.hide-events,.hide-bots){margin:0 .3rem 0 0}
:root:has(.hide-events:checked) .happened:not(:target),:root:has(.hide-bots:checked) :is(.said:has(>.by>.bot),.happened:has(>.actor>.bot)):not(:target){display:none}
.said-text>:first-child{margin-top:0}
.happened{display:grid;grid-template-columns:12.5rem minmax(0,1fr);gap:0 1.5rem;padding:.22rem 0;font-size:.89rem;color:var(--muted)}
.happened>div{min-width:0}.happened .actor{overflow-wrap:anywhere}
.happened .who{color:var(--text);font-weight:600;text-decoration:none}
.happened+.said{border-top:1px solid var(--line);margin-top:.5rem}
.said+.happened{margin-top:.5rem}
.happened code{overflow-wrap:anywhere}
.parts{border:1px dashed var(--line);border-radius:4px;background:var(--sunken);padding:.6rem 1rem;margin:1rem 0}
.parts ol{display:flex;flex-wrap:wrap;gap:.3rem 1rem;list-style:none;margin:.4rem 0;padding:0;font-variant-numeric:tabular-nums}
.parts li:has(:target){background:var(--mark);padding:0 .4rem}
.parts li:has(:target)::after{content:" ← linked from the address"}
.verdict{font-weight:600}
.verdict.approved{color:var(--good)}.verdict.changes_requested{color:var(--bad)}
.conversation{margin:.8rem 0 0;border:1px solid var(--line);border-radius:4px;background:var(--raised);min-width:0}
.conversation>summary,.conversation>.place{padding:.35rem .7rem;font-size:.88rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
.conversation:not([open])>summary{border-bottom:0}
.conversation .remark{padding:.5rem .7rem;border-top:1px solid var(--line)}
.conversation .remark:first-of-type{border-top:0}
.conversation .remark .by{font-size:.86rem;color:var(--muted)}
.conversation .remark .who{font-weight:600;color:var(--text);text-decoration:none}
.hunk{margin:0;overflow-x:auto;font:.82rem/1.5 var(--mono);padding:.3rem 0;border-bottom:1px solid var(--line);background:var(--sunken)}
.hunk span{display:block;padding:0 .7rem;white-space:pre;min-width:max-content}
@media (max-width:48rem){.hunk span{white-space:pre-wrap;overflow-wrap:anywhere;min-width:0}}
.hunk .added{background:var(--added-soft)}.hunk .removed{background:var(--removed-soft)}.hunk .where{color:var(--muted)}
.edits{font-size:.86rem;color:var(--muted);margin-top:.4rem}
.edits ins{background:var(--added-soft);text-decoration:none}.edits del{background:var(--removed-soft)}
@media (max-width:48rem){.said,.happened{grid-template-columns:minmax(0,1fr)}.said>.by .who,.said>.by .role{display:inline;margin-right:.4rem}.happened:not(.pushed){display:block}.happened:not(.pushed)>div{display:inline}}
`;

/** Lists, tables, facets and the contents of their rows. */
const LIST_STYLE = `
.rows{list-style:none;margin:0;padding:0;border-top:1px solid var(--line)}
.rows>li{border-bottom:1px solid var(--line);padding:.5rem 0;display:grid;grid-template-columns:1.4rem minmax(0,1fr) auto;gap:0 .5rem}
.rows>li:target,.rows>li.chosen{background:var(--accent-soft)}
.rows>li>.state{align-self:start;margin-top:.22rem}
.rows .title{font-weight:550;color:var(--text);text-decoration:none;overflow-wrap:anywhere}
.rows span.title{color:var(--muted)}.rows a.title:hover{color:var(--accent);text-decoration:underline}
.rows .facts{grid-column:2/-1;color:var(--muted);font-size:.86rem;display:flex;flex-wrap:wrap;gap:0 .6rem}
.rows .facts a{color:inherit}.facts .tag{white-space:normal}
.rows .end{color:var(--muted);font-size:.86rem;white-space:nowrap}
.rows.bare>li{grid-template-columns:minmax(0,1fr) auto}
.rows.bare>li>span:first-child:empty{display:none}
.labels{display:inline-flex;flex-wrap:wrap;gap:.15rem .3rem}
.refine{display:none}
@media (max-width:61.99rem){.refine{display:block;margin:0 0 .8rem}.columns:has(details.refine)>aside{display:none}.refine>.facets{columns:2 10rem;border-bottom:1px solid var(--line);padding-bottom:.6rem}.refine section{break-inside:avoid;padding-top:.6rem}.refine section>h2{margin-top:0}}
.filter{display:flex;gap:.5rem;flex-wrap:wrap;align-items:center;margin:0 0 .6rem}
.filter input[type=search]{flex:1 1 12rem;min-width:0}.filter>details[open]{flex:1 0 100%}.filter>details>p{margin:.4rem 0 0}.filter select{max-width:100%}
@media (max-width:40rem){.filter input[type=search]{flex-basis:100%}}
.search-box{position:relative;max-width:60rem}.search-box .palette{inset-block-start:2.6rem}.go-to{margin:0 0 .8rem}
.states{display:flex;flex-wrap:wrap;gap:.2rem 1rem;align-items:baseline;margin:0 0 .4rem;font-size:.92rem}
.states a{color:var(--muted);text-decoration:none}
.states [aria-current]{color:var(--text);font-weight:600}
.states .sorts{margin-left:auto}
.facets ul{list-style:none;margin:0;padding:0;font-size:.9rem}
.facets li{display:flex;justify-content:space-between;gap:.5rem;line-height:1.55}
.facets li a{color:var(--text);text-decoration:none;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.facets li a>span{overflow:hidden;text-overflow:ellipsis}
.facets .dot{margin-right:.45rem}
.facets li a:hover,.linked li a{color:var(--accent)}.linked li a{text-decoration:underline 1px color-mix(in srgb,currentColor 35%,transparent)}
.facets li a[aria-current]{color:var(--accent);font-weight:600}
.facets section [aria-current]::after{content:"×"/"";margin-left:.4rem}
@media (max-width:40rem){.search-box>:is(.button,button,.sorts){font-size:.86rem;padding-inline:.5rem}.search-box>.sorts{padding:0}.hits>li>:is(.end,:has(>.title)){grid-column:2/-1}.hits.bare>li>*{grid-column:1/-1!important}.listed .end{grid-column:1/-1;grid-row:2}.rows .facts{display:block}.rows .facts>span{margin-right:.5rem;display:inline-block}}
.scroll+.filter,.grid-table+.filter{margin-top:1rem}
.pages{display:flex;justify-content:space-between;margin:1rem 0;gap:1rem}
.grid-table{width:100%;font-size:.92rem}
.grid-table caption{text-align:left;color:var(--muted);font-size:.86rem;padding-bottom:.3rem}
.grid-table th,.grid-table td{border-bottom:1px solid var(--line);padding:.32rem .8rem .32rem 0;vertical-align:top;text-align:left}
.grid-table thead th{color:var(--muted);font-size:.82rem;font-weight:600;white-space:nowrap}
.grid-table .number{text-align:right;white-space:nowrap}
.grid-table .number:not(:last-child){padding-right:1.6rem}
.grid-table th,.grid-table td{max-width:34rem;overflow-wrap:break-word}
@media (max-width:40rem){.scroll>.grid-table tr:has(>:nth-child(4))>:not(.number,.long){min-width:6.5rem}.scroll>.grid-table th,.scroll>.grid-table td{max-width:18rem}}
@media (max-width:40rem){.stacked thead{display:none}.stacked tr{display:grid;border-bottom:1px solid var(--line);padding:.35rem 0}.stacked tr>*{border:0;padding:.1rem 0}.stacked code{overflow-wrap:anywhere}}
.facts-list{display:grid;grid-template-columns:fit-content(46%) minmax(0,1fr);gap:.15rem .9rem;margin:0;font-size:.92rem}
.facts-list dt{color:var(--muted);overflow-wrap:anywhere}
.facts-list dd{margin:0;overflow-wrap:anywhere}
.facts-list .edits{margin:0;font-size:inherit}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr));gap:0 2.5rem;list-style:none;margin:0;padding:0}
.cards>li{min-width:0;padding:.65rem 0;border-top:1px solid var(--line)}
.cards p{margin:.15rem 0}
.meter{display:block;width:100%;height:.4rem;border:0;border-radius:99px;background:var(--line);appearance:none;overflow:hidden}
.meter::-webkit-meter-inner-element{display:block}
.meter::-webkit-meter-bar{top:0;height:100%;border:0;border-radius:0;background:var(--line)}
.meter::-webkit-meter-optimum-value{background:var(--good)}
.meter::-moz-meter-bar{background:var(--good)}
.meter.over::-webkit-meter-optimum-value{background:var(--bad)}.meter.over::-moz-meter-bar{background:var(--bad)}
.grid-table .meter{margin-top:.2rem;max-width:9rem}.keys{margin-bottom:1.2rem}.keys th{width:8rem}
.listed .snippet{color:var(--text)}.listed .facts{align-items:baseline;margin-top:.2rem}
aside .plain.small>li{line-height:1.35;padding-block:.2rem}
.vanished{border-left:3px solid var(--bad);padding-left:.7rem}
.rows .snippet{grid-column:2/-1}
.rows.bare .facts,.rows.bare .snippet{grid-column:1/-1}
.snippet{margin:.2rem 0 0;max-width:var(--measure);font-size:.9rem;color:var(--muted);overflow-wrap:anywhere}
.snippet mark{color:var(--text)}
`;

const toVariables = (colours: Readonly<Record<string, string>>) =>
  Object.entries(colours)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');

const DARK_VARIABLES = `color-scheme:dark;${toVariables(DARK)};${CHART_STYLE_DARK}`;

/** The style sheet of all pages. Dark mode follows the system setting or the switch, which sets `data-theme`. */
export const STYLE_SHEET = [
  `:root{color-scheme:light;${toVariables(LIGHT)}}`,
  CHART_STYLE,
  `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${DARK_VARIABLES}}}`,
  `@media screen{:root[data-theme=dark]{${DARK_VARIABLES}}}`,
  ELEMENT_STYLE,
  FRAME_STYLE,
  LIST_STYLE,
  BADGE_STYLE,
  MENU_STYLE,
  THREAD_STYLE,
  SIGN_STYLE,
  PROSE_STYLE,
  READING_STYLE,
  MARKUP_STYLE,
  CODE_STYLE,
  CHANGE_STYLE,
  PAGE_STYLE,
  COMFORT_STYLE,
  TARGET_STYLE,
  CONTRAST_STYLE,
  FORCED_STYLE,
  PRINT_STYLE,
].join('\n');
