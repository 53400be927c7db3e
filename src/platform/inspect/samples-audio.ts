/** A second of silence as a WAV file: 8 kHz, 16 bit, one channel. */
export function sampleWav(seconds = 1): Buffer {
  const bytes = seconds * 16_000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, Buffer.alloc(bytes)]);
}

const EBML = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104', 'hex');
/** The beginning of a WebM file as browsers write it, with a track of this codec. */
export const sampleWebm = (codec: 'A_OPUS' | 'V_VP9'): Buffer =>
  Buffer.concat([
    EBML,
    Buffer.from('4285810218538067', 'hex'),
    Buffer.from(`\x86${codec}`, 'latin1'),
    Buffer.alloc(64),
  ]);

/** The beginning of an MP4 file with a track of sound or of pictures. */
export const sampleMp4 = (handler: 'soun' | 'vide'): Buffer =>
  Buffer.concat([
    Buffer.from('0000001c667479704d344120000002004d34412069736f6d69736f32', 'hex'),
    Buffer.from(`\0\0\0\x21hdlr\0\0\0\0\0\0\0\0${handler}\0\0\0\0`, 'latin1'),
    Buffer.alloc(64),
  ]);

/** An MP3 file that begins with its tag, or an Ogg file with Opus in it. */
export const sampleMp3 = (): Buffer =>
  Buffer.concat([
    Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'),
    Buffer.from([0xff, 0xfb, 0x90, 0x64]),
    Buffer.alloc(413),
  ]);
export const sampleOgg = (): Buffer =>
  Buffer.concat([
    Buffer.from('OggS\0\x02', 'latin1'),
    Buffer.alloc(20),
    Buffer.from('\x01\x13OpusHead\x01\x01', 'latin1'),
    Buffer.alloc(40),
  ]);
