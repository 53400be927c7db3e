import { describe, expect, it } from 'vitest';
import { audioOfContent, audioOfName } from '../../core/audio-types.ts';
import type { Source } from '../storage.ts';
import { checkAudio } from './audio.ts';
import { inspect } from './inspect.ts';
import { sampleMp3, sampleMp4, sampleOgg, sampleWav, sampleWebm } from './samples-audio.ts';
import { samplePdf } from './samples.ts';

const source = (content: Buffer): Source => ({
  size: content.length,
  bytes: async (at: number, length: number) => content.subarray(at, at + length),
});

describe('a recording is what its name says', () => {
  it.each([
    ['Solis.mp3', sampleMp3(), 'audio/mpeg'],
    ['Solis.m4a', sampleMp4('soun'), 'audio/mp4'],
    ['Solis.WAV', sampleWav(), 'audio/wav'],
    ['Solis.ogg', sampleOgg(), 'audio/ogg'],
    ['Dictation.webm', sampleWebm('A_OPUS'), 'audio/webm'],
  ])('%s', async (name, content, content_type) => {
    expect(await checkAudio(source(content), name)).toEqual({ content_type });
  });

  it.each([
    ['Solis.mp3', sampleWav(), /not an MP3 recording/],
    ['Solis.wav', Buffer.from('no sound at all'), /not a WAV recording/],
    ['Solis.webm', sampleWebm('V_VP9'), /a video/],
    ['Solis.mp4', sampleMp4('vide'), /a video/],
    ['Solis.exe', sampleWav(), /not accepted/],
  ])('%s is refused where it is not', async (name, content, why) => {
    await expect(checkAudio(source(content), name)).rejects.toThrow(why);
  });

  it('is told by the inspector, and a document never passes as one', async () => {
    const asked = { sha256: 'a', audio: true };
    expect(await inspect({ name: 'a.wav', ...asked }, source(sampleWav()))).toMatchObject({
      failure: null,
      content_type: 'audio/wav',
      pages: null,
    });
    expect((await inspect({ name: 'a.pdf', ...asked }, source(await samplePdf(1)))).failure).toMatch(/not accepted/);
    expect((await inspect({ name: 'a.weba', sha256: 'a' }, source(sampleWav()))).failure).toMatch(/not accepted/);
  });
});

it('types go by name, and by what a browser says it records', () => {
  expect(audioOfName('Dr. Reyes, left knee.M4A')).toBe('m4a');
  expect(audioOfName('x.pdf')).toBeNull();
  expect(audioOfContent('audio/webm;codecs=opus')).toBe('webm');
  expect(audioOfContent('audio/mp4')).toBe('m4a');
  expect(audioOfContent('video/webm')).toBeNull();
});
