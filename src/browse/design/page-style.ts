/** SQL; alerts, notifications and events; pictures of attachments; the state of the store. */
export const PAGE_STYLE = `
@media screen{.scroll,.tabs{background:linear-gradient(to right,var(--paper) 40%,#0000) 0/2rem 100%,linear-gradient(to left,var(--paper) 40%,#0000) 100%/2rem 100%,linear-gradient(to right,color-mix(in srgb,var(--text) 22%,#0000),#0000) 0/.8rem 100%,linear-gradient(to left,color-mix(in srgb,var(--text) 22%,#0000),#0000) 100%/.8rem 100%;background-repeat:no-repeat;background-attachment:local,local,scroll,scroll}.clip:not([open])>summary{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}}
.clip>summary{white-space:pre-line;overflow-wrap:anywhere}@media screen{.clip>summary{position:relative;padding-inline-start:.9rem;list-style:none}.clip>summary::before{content:"▸"/"";position:absolute;inset-inline-start:0;color:var(--muted)}.clip[open]>summary::before{content:"▾"/""}.clip>summary:hover{color:var(--accent)}}
.grid-table .long{min-width:11rem}@media (min-width:40rem){.grid-table .whole{white-space:nowrap}}
.answer :is(.long,.title){min-width:15rem}.extent p{margin:0 0 .3rem}.of-rows,.unfold{display:none}@media (min-width:62rem){.to-tables{display:none}}.answer thead a{color:inherit;text-decoration:none}.answer thead a:hover{color:var(--accent);text-decoration:underline}.answer thead a::after{content:"\\a0↕"/"";opacity:.65}.answer [aria-sort] a{color:var(--text)}.answer [aria-sort] a::after{opacity:1;content:"\\a0↓"/""}.answer [aria-sort=ascending] a::after{content:"\\a0↑"/""}
@media screen{.answer{overflow:auto}.answer>table{border-collapse:separate;border-spacing:0}.answer.scroll .whole{white-space:nowrap;max-width:none}.brief td{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.brief .title{white-space:normal}.brief .long{max-width:18rem}.answer.brief td.long:has(>a){max-width:60rem}.brief .clip:not([open])>summary{white-space:normal;-webkit-line-clamp:1}.named tr>:first-child{position:sticky;left:0;z-index:1;background:var(--paper)}}
@media screen and (min-width:40rem){.stuck{position:sticky;left:0;z-index:1;background:var(--paper);box-shadow:.5rem 0 .5rem -.4rem rgb(0 0 0/.25)}.stuck+*{padding-left:.9rem}.brief .title{min-width:20rem}.brief .title>a{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}.answer wbr{display:none}}
@media (max-width:40rem){span.of-inner,.rest{display:none!important}.of-rows,.unfold{display:block!important}tr:has(>.unfold>[open])>.rest{display:block!important}.of-rows{width:fit-content}.of-rows>ul{inset-inline:0 auto}.answer thead th{white-space:normal;vertical-align:bottom}.answer.few,.answer.by-row{overflow:visible;background:none}.few :is(.long,.title){min-width:0}.answer.few :is(td,th){overflow-wrap:anywhere;min-width:0!important}.answer.few .whole{white-space:normal}}
@media print,(max-width:40rem){.by-row :is(table,tbody,td){display:block}.by-row thead{display:none}.by-row tr{display:flex;flex-wrap:wrap;gap:.05rem .9rem;padding:.5rem 0;font-size:.86rem;border-bottom:1px solid var(--line);break-inside:avoid}.answer.by-row td{border:0;padding:0!important;min-width:0!important;max-width:100%;text-align:start;white-space:normal!important;overflow-wrap:anywhere;position:static}.by-row td::before{content:attr(data-name)" ";color:var(--muted);font-size:.78rem}.by-row td:is([data-name=title],[data-name=repo],[data-name=state],.unfold)::before{content:none}.by-row [data-name=number]:has(a)::before{content:"#"}.answer.by-row :is(.long,.title){flex-basis:100%}.answer.by-row .title{order:-1;font-weight:600}.unfold{order:1}.rest{order:2}.by-row .clip:not([open])>summary{-webkit-line-clamp:2}}
.columns-of summary{line-height:1.6rem}.columns-of p{margin:0 0 .4rem 1rem}
.sql{width:100%;max-width:70rem;field-sizing:content;min-height:8.5rem;max-height:max(70vh,48rem)}.values{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:.15rem 1.2rem;max-width:70rem;margin:.6rem 0;font-size:.92rem}.values>div{display:grid;grid-row:span 3;grid-template-rows:subgrid;row-gap:.15rem}.values label{align-self:end;padding-top:.4rem}.values span{color:var(--muted)}.values p{margin:0;font-weight:400}[aria-invalid]{border-color:var(--bad)}
.day{margin-bottom:1.6rem}
.day>h2{margin:1.2rem 0 .4rem}
.doings{grid-column:2/-1;font-size:.92rem}
.doings>li{display:grid;grid-template-columns:3rem minmax(0,1fr);gap:0 .6rem}
.doings time{color:var(--muted);font-variant-numeric:tabular-nums}
.doings .who{font-weight:600;color:var(--text);text-decoration:none}
.doings .plainly{color:inherit}
.quote{display:block;color:var(--muted);overflow-wrap:anywhere;border-inline-start:2px solid var(--line);padding-inline-start:.6rem;margin-block:.1rem .3rem}
.inbox>li{padding-inline-start:.7rem}.rows>.unread{box-shadow:inset 3px 0 var(--accent)}
.inbox>:not(.unread) .title{font-weight:400}
.severity{font-size:.82rem;white-space:nowrap;--tone:var(--muted)}
.severity.critical,.severity.high{--tone:var(--bad)}.severity.medium{--tone:var(--code-value)}
:is(.alerts,.thread-head) .severity,a.severity{justify-self:start;align-self:start;border:1px solid var(--tone);border-radius:3px;padding:0 .4rem;color:var(--tone);text-decoration:none;line-height:1.45}
:is(.alerts,.thread-head) .severity.critical,a.severity.critical{background:var(--bad);color:var(--paper)}
.alerts>li{grid-template-columns:5rem minmax(0,1fr) auto}
.alerts .over .severity{background:none;color:var(--muted);border-color:var(--line)}
.alerts :is(.places,details){grid-column:2/-1}.alerts .facts{column-gap:1.1rem}.alerts .versions{color:var(--text);margin-top:.1rem}.alerts .places{margin:0}.alerts .places .quote{flex-basis:100%}
.severities{display:grid;grid-template-columns:repeat(4,minmax(0,9rem));gap:.6rem;list-style:none;margin:.6rem 0 1rem;padding:0}
.severities li{font-size:.9rem}
.severities :is(a,span){display:block;border:1px solid var(--line);border-top:3px solid var(--tone);border-radius:4px;padding:.35rem .7rem .45rem;background:var(--raised);color:var(--tone);text-decoration:none;height:100%}
.severities strong{display:block;font:600 1.5rem/1.2 var(--serif);color:var(--text)}
.severities .none strong{color:var(--muted)}
.severities a:is(:hover,[aria-current]){border-color:var(--tone)}
.release{border-top:1px solid var(--line);padding:.4rem 0 1.2rem;max-width:calc(var(--measure) + 8rem)}
.release>h2[dir]{font:600 1.3rem/1.3 var(--serif);margin:.6rem 0 .1rem}.release>h2 .tag{font-weight:400;vertical-align:middle}
.release .title{color:var(--text);text-decoration:none}.release .title:hover{color:var(--accent);text-decoration:underline}
.release>p{margin:.1rem 0 .6rem}.release>p,.release>header>p{font-size:.92rem}.release:first-child{border-top:0;padding-top:0}.release h1 .tag{font:400 .8rem var(--sans);vertical-align:middle}
.assets{margin-top:.7rem}
.files{border:1px solid var(--line);border-radius:4px;background:var(--raised);margin:.3rem 0}
.files>li{display:flex;flex-wrap:wrap;gap:0 1rem;align-items:baseline;padding:.2rem .75rem;border-top:1px solid var(--line);overflow-wrap:anywhere}
.files>li:first-child{border-top:0}.files>li>:first-child{flex:1 1 12rem;min-width:0}.files .number{min-width:5rem;margin-left:auto}.digest{order:1}.digest[open]{flex-basis:100%}.digest code{user-select:all}
.newest>li{padding-bottom:.35rem;line-height:1.4}.newest>li>*{display:block;width:fit-content}.newest .tag{font-size:.72rem;line-height:1.2}.newest [aria-current]{font-weight:600;text-decoration:none}
.good{color:var(--good)}.bad{color:var(--bad);font-weight:700}
.cards .title>*{display:inline-block;white-space:nowrap;max-width:100%;overflow:hidden;text-overflow:ellipsis;vertical-align:bottom}
.cards .facts{display:flex;flex-wrap:wrap;gap:0 .9rem;color:var(--muted)}.cards .facts a{color:inherit}.cards .facts>span{white-space:nowrap}
.summary{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));gap:.8rem;margin:.8rem 0 1.4rem}
.summary>div{border:1px solid var(--line);border-radius:6px;background:var(--raised);padding:.6rem .9rem}
.summary dt{color:var(--muted);font-size:.82rem}
.summary dd{margin:.1rem 0 0;font-weight:600}
.summary dd.small{font-weight:400}
aside .plain [aria-current]{color:var(--text);font-weight:600;text-decoration:none}
.accounts p{margin:0 0 0 1.95rem;line-height:1.4;display:flex;flex-wrap:wrap;gap:0 .6rem}
.accounts li+li{margin-top:.6rem}
.judgement{border:1px solid var(--line);border-left:4px solid var(--muted);border-radius:4px;background:var(--raised);padding:.6rem 1rem;max-width:calc(var(--measure) + 8rem)}
.judgement.well{border-left-color:var(--good)}.judgement.ill{border-left-color:var(--bad)}
.judgement.well::before{content:"✓ ";color:var(--good)}.judgement.ill::before{content:"! ";color:var(--bad);font-weight:700}
.found{border-top:1px solid var(--line);padding:.45rem 0;max-width:calc(var(--measure) + 16rem)}
.found p{margin:.2rem 0}
.found ul{margin:.3rem 0 .5rem;padding-inline-start:1.2rem}
.found li{padding:.1rem 0;overflow-wrap:anywhere}
.snapshots .origin{margin-top:.1rem}
.ref-choice form{display:flex;gap:.4rem;margin:0 0 .5rem}.ref-choice form input{flex:1 1 9rem;min-width:0}
.gallery{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(45%,13rem),1fr));gap:1.4rem 1.2rem;list-style:none;margin:1rem 0;padding:0}
.gallery li{min-width:0;overflow-wrap:anywhere}
.gallery p{margin:.1rem 0}
.gallery .title{display:block;color:var(--text);text-decoration:none}
.gallery .title:hover{color:var(--accent)}
.thumbnail{position:relative;display:grid;place-items:center;aspect-ratio:13/9;margin-bottom:.4rem;border:1px solid var(--line);border-radius:4px;background:var(--sunken);color:var(--muted);font:600 1.05rem var(--mono);text-transform:uppercase;overflow:hidden}
.thumbnail img{position:absolute;width:auto;height:auto;max-height:100%;background:var(--sunken)}
.gallery .title:hover .thumbnail{border-color:var(--accent)}
@media (max-width:40rem){
.severities{grid-template-columns:repeat(2,minmax(0,1fr))}
.alerts>li{grid-template-columns:minmax(0,1fr) auto}.alerts>li>:nth-child(2){grid-row:2;grid-column:1/-1}.alerts :is(.facts,.places,details){grid-column:1/-1}
.stacked [data-name]{display:grid;grid-template-columns:7rem minmax(0,1fr);max-width:none;text-align:start}
.stacked [data-name]::before{content:attr(data-name);color:var(--muted);font-size:.86rem}
.stacked [data-name]:empty{display:none}.stacked p{margin:0}
.scroll>.grid-table.stacked tr>[data-name]{min-width:0;max-width:none}
}
`;
