import { typeOfContent } from '../../../core/file-types.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconArrowLeft, IconDownload } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { query } from '../../../ui/api/hooks.ts';
import { Button } from '../../../ui/parts/button.tsx';
import { cx } from '../../../ui/parts/common.ts';
import { lazyPart } from '../../../ui/parts/lazy-part.tsx';
import { TextLink } from '../../../ui/parts/link.tsx';
import { type FilePageView, type FileView, fileEndpoints } from '../contract.ts';
import { batesRangeText, categoryLabel, isAddressOf, sizeText } from '../rules.ts';
import { GoneFile, NotRead, useFileAddress } from './file-address.tsx';
import { contentUrl, previewPath, reviewPath } from './paths.ts';
import { Skeleton } from './records-upload.tsx';
import { useFiles } from './use-files.ts';
import { usePagesSeen } from './use-pages-seen.ts';
import { fileTexts } from './file-texts.ts';
import styles from './preview.module.css';

const loadReader = () => import('./records-reader.tsx');
const RecordsReader = lazyPart(async () => ({ default: (await loadReader()).RecordsReader }));

const DicomDesk = lazyPart(async () => ({ default: (await import('./dicom-desk.tsx')).DicomDesk }));
const TextDesk = lazyPart(async () => ({ default: (await import('./text-desk.tsx')).TextDesk }));
const WordDesk = lazyPart(async () => ({ default: (await import('./word-desk.tsx')).WordDesk }));
const TiffDesk = lazyPart(async () => ({ default: (await import('./tiff-desk.tsx')).TiffDesk }));
const RecordingDesk = lazyPart(async () => ({ default: (await import('./recording-desk.tsx')).RecordingDesk }));

/**
 * A file of its own, each sort in its viewer, which comes when one is opened: PDFs, texts and documents to read, pictures,
 * scans and DICOM series to look at, recordings to play. An address that names
 * another review than the file's shows nothing; what kind of file it names only says what to load meanwhile.
 */
export function PreviewFilePage() {
  const address = useFileAddress();
  const { file_id, type } = address;
  useEffect(() => {
    // tried again where it stands, and said there if it does not come
    if (type === 'pdf') loadReader().catch(() => undefined);
  }, [type]);
  const page = useQuery({
    ...query(fileEndpoints.read, { params: { fileId: file_id ?? 0 } }),
    enabled: file_id !== null,
    refetchInterval: ({ state: { data } }) =>
      data?.file.status === 'processing' || data?.file.scan_status === 'pending' ? 2000 : false,
  });
  if (file_id === null || (page.data && !isAddressOf(address, page.data.review))) return <GoneFile {...address} />;
  if (page.isError) return <NotRead address={address} error={page.error} onRetry={() => void page.refetch()} />;
  if (page.data === undefined) {
    return (
      <div className={styles.page}>
        <Skeleton />
      </div>
    );
  }
  return <Shown {...page.data} />;
}

function Shown({ file, review }: FilePageView) {
  const facts = [
    file.category === null ? null : categoryLabel(file.category),
    file.pages === null ? null : fileTexts.nPages(file.pages),
    batesRangeText(file.bates_from, file.bates_to) === null
      ? null
      : `Bates ${batesRangeText(file.bates_from, file.bates_to)}`,
    sizeText(file.size_bytes),
    file.scan_status === 'not_scanned' ? fileTexts.notScanned : null,
  ].filter(Boolean);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.title}>
          <TextLink quiet href={reviewPath(review.kind, review.id)} className={styles.back ?? ''}>
            <IconArrowLeft size={14} stroke={2} aria-hidden /> {review.number} {review.subject}
          </TextLink>
          <h1>{file.name}</h1>
          <div className={styles.facts}>{facts.join(' · ')}</div>
        </div>
        {file.abilities.read.allowed ? (
          <a className={styles.download} href={contentUrl(file.id, true)} download>
            <IconDownload size={16} stroke={1.75} aria-hidden /> {fileTexts.download}
          </a>
        ) : null}
      </header>
      <Content file={file} review={review} />
    </div>
  );
}

function Content({ file, review }: FilePageView) {
  if (!file.abilities.read.allowed) {
    const reason =
      file.status === 'processing' ? fileTexts.stillChecking : (file.failure ?? file.abilities.read.reason);
    return (
      <div className={styles.notice} role="status">
        {reason}
      </div>
    );
  }
  switch (typeOfContent(file.content_type)) {
    case 'pdf':
      return <Pdf file={file} review={review} />;
    case 'png':
    case 'jpeg':
      return <Picture id={file.id} name={file.name} url={contentUrl(file.id)} />;
    case 'dicom':
    case 'zip':
      return <Dicom key={file.id} file={file} review={review} />;
    case null:
      return <div className={styles.notice}>{fileTexts.notShown}</div>;
    default:
      return <Alone key={file.id} file={file} />;
  }
}

/** The review's PDFs in the viewer, so that one reads on from file to file. */
function Pdf({ file, review }: FilePageView) {
  const navigate = useNavigate();
  const files = useFiles(review.kind, review.id);
  const { page } = useFileAddress();
  const pdfs = (files.data?.data ?? [file]).filter(
    (f) => f.abilities.read.allowed && typeOfContent(f.content_type) === 'pdf',
  );
  return (
    <div className={styles.viewer}>
      <Suspense fallback={<Skeleton />}>
        <RecordsReader
          files={pdfs.map((f) => ({
            id: String(f.id),
            name: f.name,
            pages: f.pages,
            url: contentUrl(f.id),
            bates_from: f.bates_from,
          }))}
          fileId={String(file.id)}
          onFileChange={(next) => {
            const target = pdfs.find((f) => String(f.id) === next);
            if (target) void navigate({ href: previewPath(target, review.kind), replace: true });
          }}
          {...(page === null ? {} : { page })}
          marks={[]}
        />
      </Suspense>
    </div>
  );
}

/** DICOM pictures with the others of their series, or those of an archive; their viewer comes when one is opened. */
function Dicom({ file, review }: FilePageView) {
  const files = useFiles(review.kind, review.id);
  if (files.data === undefined && !files.isError) return <Skeleton />;
  return (
    <div className={styles.viewer}>
      <Suspense fallback={<Skeleton />}>
        <DicomDesk file={file} others={files.data?.data ?? []} />
      </Suspense>
    </div>
  );
}

/** What is shown by itself, whatever lies beside it. */
function Alone({ file }: { file: FileView }) {
  const { page } = useFileAddress();
  const type = typeOfContent(file.content_type);
  return (
    <div className={styles.viewer}>
      <Suspense fallback={<Skeleton />}>
        {type === 'text' ? (
          <TextDesk file={file} />
        ) : type === 'docx' ? (
          <WordDesk file={file} />
        ) : type === 'tiff' ? (
          <TiffDesk file={file} at={page ?? 1} />
        ) : (
          <RecordingDesk file={file} />
        )}
      </Suspense>
    </div>
  );
}

function Picture({ id, name, url }: { id: number; name: string; url: string }) {
  const [full, setFull] = useState(false);
  const saw = usePagesSeen();
  useEffect(() => saw(String(id), 1), [saw, id]);
  return (
    <div className={styles.desk}>
      <div className={styles.tools}>
        <Button size="sm" onClick={() => setFull(!full)}>
          {full ? fileTexts.fit : fileTexts.full}
        </Button>
      </div>
      <div className={cx(styles.picture, full && styles.full)}>
        <img src={url} alt={name} />
      </div>
    </div>
  );
}
