import { grouped } from '../../../core/phrases.ts';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '../../../ui/parts/button.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { FieldError } from '../../../ui/form/field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/choice.tsx';
import type { FileView } from '../contract.ts';
import {
  categoryLabel,
  FILE_CATEGORY_NAMES,
  type FileCategory,
  isFileCategory,
  type RecordRules,
  sizeText,
  startsVisible,
  whyHidden,
} from '../rules.ts';
import { ConfirmLine } from './confirm-line.tsx';
import { FileIcon } from './file-icon.tsx';
import { HoldButton, MovingLine } from './moving-line.tsx';
import { PagesAsked } from './pages-asked.tsx';
import { uploads, type UploadRow } from './upload/manager.ts';
import { useFileRemove, useFileUpdate } from './use-files.ts';
import { checkingWords, fileTexts } from './file-texts.ts';
import styles from './records.module.css';

/** The categories to choose from, with the one it has. */
const categoriesFor = ({ categories }: RecordRules, has: FileCategory | null) =>
  FILE_CATEGORY_NAMES.filter((value) => value === has || categories.includes(value)).map((value) => ({
    value,
    label: categoryLabel(value),
  }));

/** The shape every row of the records table has. */
function Row(props: {
  icon: ReactNode;
  name: string;
  line: ReactNode;
  category: FileCategory | null;
  rules: RecordRules;
  visible: boolean;
  onCategory: ((category: FileCategory) => void) | null;
  onVisible: ((visible: boolean) => void) | null;
  pages: ReactNode;
  end: ReactNode;
  path: string;
}) {
  return (
    <>
      <span className={styles.icon}>{props.icon}</span>
      <div className={styles.what}>
        <div className={styles.name} title={props.name}>
          {props.name}
        </div>
        {props.line}
      </div>
      <div className={styles.category}>
        <SelectField
          path={`${props.path}.category`}
          label={fileTexts.categoryOf(props.name)}
          hideLabel
          placeholder={fileTexts.category}
          searchable={false}
          value={props.category}
          options={categoriesFor(props.rules, props.category)}
          disabled={props.onCategory === null}
          onChange={(value) => {
            if (value !== null && isFileCategory(value)) props.onCategory?.(value);
          }}
        />
      </div>
      <div className={styles.seen}>
        {props.rules.hides || !props.visible ? (
          <SwitchField
            path={`${props.path}.visible_to_expert`}
            label={fileTexts.seenOf(props.name)}
            hideLabel
            onWords={fileTexts.seesIt}
            offWords={fileTexts.hidden}
            value={props.visible}
            disabled={props.onVisible === null}
            onChange={(value) => props.onVisible?.(value)}
          />
        ) : (
          fileTexts.seesIt
        )}
      </div>
      <div className={styles.pages}>{props.pages}</div>
      <div className={styles.end}>{props.end}</div>
    </>
  );
}

/** A file of the review in the records table: its category, who sees it, and what is the matter with it. */
export function RecordRow({ file, rules, onReplace }: { file: FileView; rules: RecordRules; onReplace: () => void }) {
  const update = useFileUpdate();
  const remove = useFileRemove();
  const [asking, setAsking] = useState(false);
  const [kept, setKept] = useState(false);
  const [correcting, setCorrecting] = useState(false);
  const params = { fileId: file.id };
  const change = (body: { category?: FileCategory; visible_to_expert?: boolean }): void =>
    update.mutate({ params, body });
  const pending = update.isPending ? update.variables.body : null;
  const visible = pending?.visible_to_expert ?? file.visible_to_expert;
  const category = pending?.category ?? file.category;
  const isDuplicate = file.same_content_as !== null && !kept && file.status === 'ready';
  const isMissing = file.status === 'ready' && category === null;
  const can = file.abilities.edit.allowed;
  const isSaid = file.pages_asked && file.pages !== null;
  const asksPages = can && file.status === 'ready' && file.pages_asked;
  const error = update.error ?? remove.error;

  if (file.status === 'failed') {
    return (
      <li className={cx(styles.row, styles.plain)}>
        <span className={styles.icon}>
          <FileIcon name={file.name} state="failed" />
        </span>
        <div className={styles.what}>
          <div className={styles.name}>{file.name}</div>
          <div className={styles.badLine}>{file.failure}</div>
        </div>
        <div className={styles.acts}>
          {file.abilities.remove.allowed ? (
            <>
              <Button
                size="sm"
                busy={remove.isPending}
                onClick={() => {
                  remove.mutate({ params });
                  onReplace();
                }}
              >
                {fileTexts.replace}
              </Button>
              <IconButton label={fileTexts.remove(file.name)} onClick={() => remove.mutate({ params })}>
                <IconX size={16} stroke={1.75} />
              </IconButton>
            </>
          ) : null}
        </div>
      </li>
    );
  }

  const checking = checkingWords(file);
  const why = visible ? null : whyHidden(category);
  return (
    <li className={styles.row}>
      <Row
        icon={
          <FileIcon
            name={file.name}
            category={category}
            state={checking !== null ? 'checking' : isDuplicate ? 'duplicate' : visible ? 'plain' : 'hidden'}
          />
        }
        name={file.name}
        path={`files.${file.id}`}
        rules={rules}
        line={
          error ? (
            <FieldError>{error.message}</FieldError>
          ) : isDuplicate ? (
            <div className={styles.warnLine}>{fileTexts.sameAs(file.same_content_as?.name ?? '')}</div>
          ) : (
            <div className={styles.meta}>
              {sizeText(file.size_bytes)} · {checking?.replace(/^Being/, 'being') ?? why ?? fileTexts.checked}
              {isMissing ? ` · ${fileTexts.noCategory.toLowerCase()}` : null}
              {isSaid ? ` · ${fileTexts.pagesSaid}` : null}
            </div>
          )
        }
        category={category}
        visible={visible}
        onCategory={can ? (value) => change({ category: value }) : null}
        onVisible={can ? (value) => change({ visible_to_expert: value }) : null}
        pages={typeof file.pages === 'number' ? grouped(file.pages) : ''}
        end={
          file.abilities.remove.allowed ? (
            <IconButton label={fileTexts.remove(file.name)} onClick={() => setAsking(true)}>
              <IconX size={16} stroke={1.75} />
            </IconButton>
          ) : null
        }
      />
      {isDuplicate && !asking && can ? (
        <div className={styles.under}>
          <Button size="sm" kind="quiet" onClick={() => setKept(true)}>
            {fileTexts.keepBoth}
          </Button>
          <Button size="sm" kind="quiet" busy={remove.isPending} onClick={() => remove.mutate({ params })}>
            {fileTexts.removeThis}
          </Button>
        </div>
      ) : null}
      {asksPages && !asking && !isDuplicate ? (
        !isSaid || correcting ? (
          <PagesAsked key={file.pages} file={file} onDone={isSaid ? () => setCorrecting(false) : null} />
        ) : (
          <div className={styles.under}>
            <Button size="sm" kind="quiet" onClick={() => setCorrecting(true)}>
              {fileTexts.pagesChange}
            </Button>
          </div>
        )
      ) : null}
      {asking ? (
        <ConfirmLine
          question={fileTexts.removeSure(file.name)}
          yes={fileTexts.removeYes}
          no={fileTexts.removeNo}
          busy={remove.isPending}
          onYes={() => remove.mutate({ params }, { onError: () => setAsking(false) })}
          onNo={() => setAsking(false)}
        />
      ) : null}
    </li>
  );
}

/** A file on its way: progress, time left, pause, and a remedy when something is wrong. */
export function MovingRow({ row, rules, onReplace }: { row: UploadRow; rules: RecordRules; onReplace: () => void }) {
  const [asking, setAsking] = useState(false);
  const isWrong = row.state === 'failed' || row.state === 'refused';

  if (isWrong) {
    return (
      <li className={cx(styles.row, styles.plain)}>
        <span className={styles.icon}>
          <FileIcon name={row.name} state="failed" />
        </span>
        <div className={styles.what}>
          <div className={styles.name}>{row.name}</div>
          <div className={styles.badLine} role="alert">
            {row.failure}
          </div>
        </div>
        <div className={styles.acts}>
          {row.state === 'failed' ? (
            <Button size="sm" onClick={() => uploads.resume(row.key)}>
              {fileTexts.retry}
            </Button>
          ) : (
            <Button
              size="sm"
              onClick={() => {
                uploads.cancel(row.key);
                onReplace();
              }}
            >
              {fileTexts.replace}
            </Button>
          )}
          <IconButton label={fileTexts.remove(row.name)} onClick={() => uploads.cancel(row.key)}>
            <IconX size={16} stroke={1.75} />
          </IconButton>
        </div>
      </li>
    );
  }

  return (
    <li className={styles.row}>
      <Row
        icon={
          <FileIcon name={row.name} category={row.category} state={row.state === 'finished' ? 'checking' : 'plain'} />
        }
        name={row.name}
        path={`uploads.${row.key}`}
        rules={rules}
        line={<MovingLine row={row} />}
        category={row.category}
        visible={startsVisible(row.category, row.visible_to_expert, rules)}
        onCategory={row.state === 'finished' ? null : (category) => uploads.choose(row.key, { category })}
        onVisible={
          row.state === 'finished' ? null : (visible_to_expert) => uploads.choose(row.key, { visible_to_expert })
        }
        pages={<HoldButton row={row} />}
        end={
          row.state === 'finished' ? null : (
            <IconButton label={fileTexts.remove(row.name)} onClick={() => setAsking(true)}>
              <IconX size={16} stroke={1.75} />
            </IconButton>
          )
        }
      />
      {asking ? (
        <ConfirmLine
          question={fileTexts.cancelSure(row.name)}
          yes={fileTexts.cancelYes}
          no={fileTexts.removeNo}
          onYes={() => uploads.cancel(row.key)}
          onNo={() => setAsking(false)}
        />
      ) : null}
    </li>
  );
}
