import { IconArrowDown, IconArrowUp, IconChevronDown, IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { FieldError } from '../../../../core/errors.ts';
import { plural } from '../../../../core/phrases.ts';
import { TextArea, TextField } from '../../../../ui/form/text-field.tsx';
import { Button, IconButton } from '../../../../ui/parts/button.tsx';
import { ConfirmDialog } from '../../../../ui/parts/confirm-dialog.tsx';
import { InlineNotice } from '../../../../ui/parts/notice.tsx';
import type { FormDefinition, FormQuestion, FormSection } from '../../rules.ts';
import {
  addQuestion,
  addSection,
  type Broken,
  changeQuestion,
  changeSection,
  duplicateQuestion,
  duplicateSection,
  type Edited,
  faultsAt,
  moveQuestion,
  moveSection,
  removeQuestion,
  removeSection,
  TYPE_WORDS,
  withoutBroken,
} from '../../rules/design.ts';
import { ConditionField } from './condition-field.tsx';
import styles from './design.module.css';
import { QuestionEditor } from './question-editor.tsx';

/** Which change waits for a word, as conditions would be lost with it. */
interface Asking {
  edited: Edited;
  what: string;
}

const brokenWords = (broken: readonly Broken[]): string =>
  [...new Set(broken.map(({ label }) => `“${label}”`))].join(', ');

/** The sections and questions of a form, to write, move, copy and remove; each fault stands where it is. */
export function Editor({
  definition,
  faults,
  readOnly,
  onChange,
}: {
  definition: FormDefinition;
  faults: readonly FieldError[];
  readOnly: boolean;
  onChange: (next: FormDefinition) => void;
}) {
  const [open, setOpen] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const root = useRef<HTMLDivElement>(null);
  // what was moved keeps the focus, also where it came into another section
  const focus = useRef<string | null>(null);
  useEffect(() => {
    if (focus.current !== null) root.current?.querySelector<HTMLElement>(`[data-row="${focus.current}"]`)?.focus();
    focus.current = null;
  }, [definition]);

  const take = (edited: Edited, show = true) => {
    setSaid(null);
    onChange(withoutBroken(edited.definition).definition);
    if (show && edited.at !== null) setOpen(edited.at);
  };
  /** A change that may leave conditions asking for nothing: then the person decides. */
  const change = (edited: Edited | null, what: string, otherwise: string) => {
    if (edited === null) setSaid(otherwise);
    else if (edited.broken.length > 0) setAsking({ edited, what });
    else take(edited);
  };
  const move = (edited: Edited | null, key: string) => {
    if (edited === null) return setSaid('It cannot go further that way.');
    if (edited.broken.length > 0)
      return setSaid(
        `It cannot go there: ${brokenWords(edited.broken)} would be asked before what its condition looks at. Change that condition first.`,
      );
    take(edited, false);
    focus.current = key;
  };
  const keys = (
    event: KeyboardEvent,
    key: string,
    by: (form: FormDefinition, key: string, step: -1 | 1) => Edited | null,
  ) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (!event.altKey || step === null || readOnly) return;
    event.preventDefault();
    move(by(definition, key, step), key);
  };

  return (
    <div ref={root} className={styles.editor}>
      {readOnly ? null : (
        <p className={styles.about}>
          A question opens when you press it. Alt with an arrow key moves what has the focus up or down.
        </p>
      )}
      {said ? (
        <InlineNotice kind="warn" title="Nothing was changed." live>
          {said}
        </InlineNotice>
      ) : null}
      {definition.sections.map((section, s) => (
        <section key={section.key} className={styles.section} aria-label={`Section ${s + 1}, ${section.title}`}>
          <RowHead
            id={section.key}
            title={`${s + 1}. ${section.title || 'Without a title'}`}
            note={section.visible_if ? 'Only sometimes' : plural(section.questions.length, 'question')}
            strong
            open={open === section.key}
            faults={faults.filter(
              ({ path }) =>
                path === `sections.${s}` ||
                (path.startsWith(`sections.${s}.`) && !path.startsWith(`sections.${s}.questions`)),
            )}
            onOpen={() => setOpen(open === section.key ? null : section.key)}
            onKeyDown={(event) => keys(event, section.key, moveSection)}
            acts={
              readOnly
                ? null
                : {
                    up: () => move(moveSection(definition, section.key, -1), section.key),
                    down: () => move(moveSection(definition, section.key, 1), section.key),
                    copy: () =>
                      change(
                        duplicateSection(definition, section.key),
                        'Copy the section',
                        'There is no room for more sections.',
                      ),
                    remove: () =>
                      change(
                        removeSection(definition, section.key),
                        `Remove the section “${section.title}”`,
                        'A form has at least one section.',
                      ),
                  }
            }
          />
          {open === section.key ? (
            <SectionEditor
              section={section}
              definition={definition}
              path={`sections.${s}`}
              faults={faults}
              readOnly={readOnly}
              onChange={(next) => take(changeSection(definition, next))}
            />
          ) : null}
          <ul className={styles.questions}>
            {section.questions.map((question, q) => {
              const path = `sections.${s}.questions.${q}`;
              return (
                <li key={question.key}>
                  <RowHead
                    id={question.key}
                    title={question.label || 'Without words'}
                    note={noteOf(question)}
                    open={open === question.key}
                    faults={faultsAt(faults, path)}
                    onOpen={() => setOpen(open === question.key ? null : question.key)}
                    onKeyDown={(event) => keys(event, question.key, moveQuestion)}
                    acts={
                      readOnly
                        ? null
                        : {
                            up: () => move(moveQuestion(definition, question.key, -1), question.key),
                            down: () => move(moveQuestion(definition, question.key, 1), question.key),
                            copy: () =>
                              change(
                                duplicateQuestion(definition, question.key),
                                'Copy the question',
                                'There is no room for more questions in this section.',
                              ),
                            remove: () =>
                              change(
                                removeQuestion(definition, question.key),
                                `Remove “${question.label}”`,
                                'A section has at least one question. Remove the section instead.',
                              ),
                          }
                    }
                  />
                  {open === question.key ? (
                    <QuestionEditor
                      question={question}
                      definition={definition}
                      path={path}
                      faults={faults}
                      readOnly={readOnly}
                      onChange={(next) => {
                        const edited = changeQuestion(definition, next);
                        if (edited.broken.length > 0) setAsking({ edited, what: 'Change it' });
                        else take(edited);
                      }}
                    />
                  ) : null}
                </li>
              );
            })}
          </ul>
          {readOnly ? null : (
            <div className={styles.adders}>
              <Button
                size="sm"
                kind="quiet"
                icon={<IconPlus stroke={2} />}
                aria-label={`Add a question to ${section.title}`}
                onClick={() =>
                  change(
                    addQuestion(definition, section.key, 'text'),
                    'Add a question',
                    'There is no room for more questions in this section.',
                  )
                }
              >
                Add a question
              </Button>
            </div>
          )}
        </section>
      ))}
      {readOnly ? null : (
        <Button
          icon={<IconPlus stroke={2} />}
          onClick={() => change(addSection(definition, null), 'Add a section', 'There is no room for more sections.')}
        >
          Add a section
        </Button>
      )}
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={`${asking?.what ?? ''}?`}
        confirmLabel="Do it, and clear the conditions"
        cancelLabel="Leave it as it is"
        onConfirm={() => {
          if (asking) take(asking.edited);
          setAsking(null);
        }}
      >
        {asking
          ? `Conditions look at it: ${brokenWords(asking.edited.broken)}. What they ask of it is cleared, so ${asking.edited.broken.length === 1 ? 'it is' : 'they are'} then asked more often.`
          : null}
      </ConfirmDialog>
    </div>
  );
}

/** The way it is asked, and what is special about it. */
function noteOf(question: FormQuestion): string {
  const more = [
    question.required ? 'required' : null,
    question.required_if ? 'sometimes required' : null,
    question.visible_if ? 'only sometimes' : null,
  ].filter((word) => word !== null);
  return [TYPE_WORDS[question.type].name, ...more].join(', ');
}

function RowHead({
  id,
  title,
  note,
  strong = false,
  open,
  faults,
  onOpen,
  onKeyDown,
  acts,
}: {
  id: string;
  title: string;
  note: string;
  strong?: boolean;
  open: boolean;
  faults: readonly FieldError[];
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  acts: { up: () => void; down: () => void; copy: () => void; remove: () => void } | null;
}) {
  return (
    <div className={styles.row} data-open={open || undefined}>
      <button
        type="button"
        data-row={id}
        className={strong ? styles.rowStrong : styles.rowName}
        aria-expanded={open}
        onClick={onOpen}
        onKeyDown={onKeyDown}
      >
        <IconChevronDown size={16} stroke={1.75} aria-hidden className={styles.chevron} />
        <span>
          <span className={styles.rowTitle}>{title}</span>
          <span className={styles.rowNote}>{note}</span>
          {faults.length > 0 ? <span className={styles.rowFault}>{plural(faults.length, 'thing')} to mend</span> : null}
        </span>
      </button>
      {acts ? (
        <span className={styles.rowActs}>
          <IconButton label={`Move ${title} up`} onClick={acts.up}>
            <IconArrowUp stroke={1.75} />
          </IconButton>
          <IconButton label={`Move ${title} down`} onClick={acts.down}>
            <IconArrowDown stroke={1.75} />
          </IconButton>
          <IconButton label={`Copy ${title}`} onClick={acts.copy}>
            <IconCopy stroke={1.75} />
          </IconButton>
          <IconButton label={`Remove ${title}`} onClick={acts.remove}>
            <IconTrash stroke={1.75} />
          </IconButton>
        </span>
      ) : null}
    </div>
  );
}

function SectionEditor({
  section,
  definition,
  path,
  faults,
  readOnly,
  onChange,
}: {
  section: FormSection;
  definition: FormDefinition;
  path: string;
  faults: readonly FieldError[];
  readOnly: boolean;
  onChange: (next: FormSection) => void;
}) {
  const at = (name: string) => faults.find((fault) => fault.path === `${path}.${name}`)?.message;
  const own = faults.filter((fault) => fault.path === path);
  const { help, short_title, visible_if, ...rest } = section;
  const set = (change: { help?: string; short_title?: string; visible_if?: FormSection['visible_if'] }) => {
    const next = { help, short_title, visible_if, ...change };
    onChange({
      ...rest,
      ...(next.help ? { help: next.help } : {}),
      ...(next.short_title?.trim() ? { short_title: next.short_title } : {}),
      ...(next.visible_if ? { visible_if: next.visible_if } : {}),
    });
  };
  return (
    <fieldset className={styles.fields} disabled={readOnly}>
      <legend className={styles.hidden}>Section {section.title}</legend>
      {own.map(({ message }) => (
        <InlineNotice key={message} kind="bad" title={message} />
      ))}
      <TextField
        path={`${path}.title`}
        label="Title"
        required
        maxLength={500}
        value={section.title}
        error={at('title')}
        onChange={(title) => onChange({ ...section, title })}
      />
      <TextField
        path={`${path}.short_title`}
        label="Short title"
        help="A word or two, where sections stand side by side."
        maxLength={24}
        optional
        value={short_title ?? ''}
        error={at('short_title')}
        onChange={(text) => set({ short_title: text })}
      />
      <TextArea
        path={`${path}.help`}
        label="What the section is about"
        optional
        max={2000}
        counted={false}
        rows={2}
        value={help ?? ''}
        error={at('help')}
        onChange={(text) => set({ help: text })}
      />
      <ConditionField
        label="Shown"
        always="Always"
        sometimes="Only when"
        definition={definition}
        before={section.questions[0]?.key ?? null}
        value={visible_if}
        error={at('visible_if')}
        onChange={(condition) => set({ visible_if: condition })}
      />
    </fieldset>
  );
}
