import type { MarkdownIt } from 'markdown-it';

const TASK = /^\[([ xX])\](?=\s)\s*/;

/** Makes boxes of `[ ]` and `[x]` at the beginning of list items. They cannot be ticked: this is a record. */
export function taskLists(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'satchel_tasks', ({ tokens, Token }) => {
    for (const [index, token] of tokens.entries()) {
      const item = tokens[index - 2];
      const first = token.children?.[0];
      const [marker, mark] = TASK.exec(first?.content ?? '') ?? [];
      const isFirst = token.type === 'inline' && item?.type === 'list_item_open';
      if (isFirst && first?.type === 'text' && marker !== undefined && token.children !== null) {
        item.attrJoin('class', 'task');
        first.content = first.content.slice(marker.length);
        const box = new Token('html_inline', '', 0);
        const isDone = mark !== ' ';
        box.content = `<input type="checkbox" disabled${isDone ? ' checked' : ''} aria-label="${isDone ? 'Done' : 'To do'}"> `;
        token.children.unshift(box);
      }
    }
  });
}
