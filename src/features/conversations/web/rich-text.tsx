import type { ReactNode } from 'react';
import { type Inline, parseMessage } from '../rules.ts';
import styles from './thread.module.css';

/** A message's text as elements: paragraphs, lists, bold, links, mentions. Nothing of it is ever read as markup. */
export function RichText({ body, names }: { body: string; names: readonly string[] }) {
  return (
    <div className={styles.body}>
      {keyed(parseMessage(body, names), (block) =>
        block.type === 'list' ? (
          <ul>
            {keyed(
              block.items,
              (item) => item.map(toNode),
              (node, key) => (
                <li key={key}>{node}</li>
              ),
            )}
          </ul>
        ) : (
          <p>
            {keyed(
              block.lines,
              (line) => line.map(toNode),
              (node, key) => (
                <span key={key} className={styles.textLine}>
                  {node}
                </span>
              ),
            )}
          </p>
        ),
      )}
    </div>
  );
}

/** Parts of a text never change places: their place is their key. */
function keyed<T>(
  parts: readonly T[],
  draw: (part: T) => ReactNode,
  wrap: (node: ReactNode, key: number) => ReactNode = (node, key) => <div key={key}>{node}</div>,
): ReactNode[] {
  return parts.map((part, index) => wrap(draw(part), index));
}

function toNode(node: Inline, index: number): ReactNode {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'bold':
      return <strong key={index}>{node.text}</strong>;
    case 'mention':
      return (
        <span key={index} className={styles.mention}>
          {node.text}
        </span>
      );
    case 'link':
      return (
        <a key={index} href={node.href} target="_blank" rel="noreferrer noopener">
          {node.text}
        </a>
      );
  }
}
