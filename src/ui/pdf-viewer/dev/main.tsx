import '../../theme/layers.css';
import '@mantine/core/styles.layer.css';
import '../../theme/global.css';
import '../../theme/tokens.css';
import '../../theme/fonts.ts';
import { MantineProvider } from '@mantine/core';
import { StrictMode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { theme } from '../../theme/theme.ts';
import { RecordsViewer } from '../index.ts';
import type { RecordsFile, RecordsMark, RecordsSelection, RecordsViewerHandle } from '../index.ts';
import './dev.css';

/** Harness for developing and testing the viewer: a file of each kind, marks kept in memory. Never shipped. */
const FILES: RecordsFile[] = [
  { id: 'chart', name: 'Inpatient chart.pdf', pages: 300, url: '/samples/chart.pdf', bates_from: 'NH000001' },
  { id: 'scan', name: 'Faxed notes.pdf', pages: 12, url: '/samples/scan.pdf' },
  { id: 'mixed', name: 'Transfer packet.pdf', pages: 4, url: '/samples/mixed.pdf' },
  { id: 'locked', name: 'Protected letter.pdf', pages: null, url: '/samples/locked.pdf' },
  { id: 'broken', name: 'Damaged upload.pdf', pages: null, url: '/samples/broken.pdf' },
  { id: 'gone', name: 'Withdrawn.pdf', pages: null, url: '/samples/gone.pdf' },
];
const SEEDED: RecordsMark[] = [
  {
    id: 'm1',
    file_id: 'chart',
    page: 214,
    quote: 'Second page to resident. Saddle sensation absent on right. Straight catheter 700 mL.',
  },
  {
    id: 'm2',
    file_id: 'chart',
    page: 214,
    quote: 'Impression: rule out cauda equina. Plan: MRI lumbar spine, next available.',
  },
  { id: 'm3', file_id: 'chart', page: 216, quote: 'MRI ordered, not urgent.' },
];

function Harness() {
  const asked = new URLSearchParams(location.search);
  const [fileId, setFileId] = useState(asked.get('file') ?? 'chart');
  const [page, setPage] = useState(Number(asked.get('page') ?? '1'));
  const [marks, setMarks] = useState(SEEDED);
  const [selection, setSelection] = useState<RecordsSelection | null>(null);
  const viewer = useRef<RecordsViewerHandle>(null);
  return (
    <main className="harness">
      <div className="half">
        <RecordsViewer
          ref={viewer}
          files={FILES}
          fileId={fileId}
          onFileChange={setFileId}
          page={page}
          onPageChange={setPage}
          marks={marks}
          onMark={(made) => setMarks((old) => [...old, { id: `m${old.length + 1}`, ...made }])}
          onSelectionChange={setSelection}
        />
      </div>
      <div className="half aside">
        <h1>Beside the viewer</h1>
        <textarea aria-label="Report text" rows={4} />
        <p data-testid="selection">{selection ? `p. ${selection.page}: ${selection.quote}` : 'Nothing selected'}</p>
        <p data-testid="page">{page}</p>
        <button type="button" onClick={() => viewer.current?.flashMark('m2')}>
          Show the mark
        </button>
        <button type="button" onClick={() => viewer.current?.goToPage('scan', 3)}>
          Open the fax, page 3
        </button>
        <ol data-testid="marks">
          {marks.map((mark) => (
            <li key={mark.id}>
              p. {mark.page} {mark.quote}
            </li>
          ))}
        </ol>
      </div>
    </main>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <Harness />
      </MantineProvider>
    </StrictMode>,
  );
}
