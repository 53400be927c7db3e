import { session } from '../../../../ui/api/client.ts';
import { detailOf, isPassing, RETRY_MS } from '../../../../ui/api/uploading.ts';
import { UPLOADS_PATH } from '../../../files/contract.ts';

const UNREACHABLE = 'The server could not be reached. Nothing is lost; try again once the connection is back.';

/** Sends a recording in pieces that go on where a connection broke. Rejects with a sentence for the person. */
export async function sendDictation(
  reviewId: number,
  name: string,
  sound: Blob,
  onProgress: (share: number) => void,
): Promise<void> {
  const { Upload } = await import('tus-js-client');
  await new Promise<void>((resolve, reject) => {
    new Upload(sound instanceof File ? sound : new File([sound], name, { type: sound.type }), {
      endpoint: UPLOADS_PATH,
      metadata: { review_id: String(reviewId), filename: name, as: 'dictation' },
      retryDelays: RETRY_MS,
      // a page that was loaded anew sends it again from the start: no address of it stays in the browser
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        for (const [header, value] of Object.entries(session.profileHeaders())) request.setHeader(header, value);
      },
      onProgress: (sent, all) => onProgress(all === 0 ? 0 : sent / all),
      onShouldRetry: (error) => navigator.onLine && isPassing(error.originalResponse?.getStatus() ?? 0),
      onSuccess: () => resolve(),
      onError: (error) => {
        const answer = 'originalResponse' in error ? error.originalResponse : null;
        reject(new Error(detailOf(answer?.getBody(), UNREACHABLE)));
      },
    }).start();
  });
}
