import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { canSpeak, createAnnouncer } from './announce.ts';

interface Tone {
  readonly frequencyHz: number;
  readonly atSeconds: number;
}

let voices: { lang: string; localService: boolean }[] = [];
let spoken: { text: string; lang: string }[] = [];
let tones: Tone[] = [];

beforeEach(() => {
  [voices, spoken, tones] = [[], [], []];
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => voices,
    cancel: () => undefined,
    speak: ({ text, lang }: { text: string; lang: string }) => spoken.push({ text, lang }),
  });
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      voice: unknown;
      lang = '';
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  );
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly currentTime = 10;
      readonly state = 'running';
      readonly destination = {};
      close = () => Promise.resolve();
    },
  );
  vi.stubGlobal(
    'OscillatorNode',
    class {
      private readonly options: { frequency: number };
      constructor(_: unknown, options: { frequency: number }) {
        this.options = options;
      }
      connect = (to: unknown) => to;
      start = (atSeconds: number) => tones.push({ frequencyHz: this.options.frequency, atSeconds });
      stop = () => undefined;
    },
  );
  vi.stubGlobal(
    'GainNode',
    class {
      readonly gain = { setTargetAtTime: () => undefined };
      connect = (to: unknown) => to;
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

test('hints are spoken by a voice of the device in the page’s language', () => {
  voices = [
    { lang: 'en-US', localService: true },
    { lang: 'de-DE', localService: true },
  ];
  expect(canSpeak('de')).toBe(true);
  createAnnouncer('voice', 'de').say('Kommen Sie näher', false);
  expect(spoken).toEqual([{ text: 'Kommen Sie näher', lang: 'de-DE' }]);
  expect(tones).toEqual([]);
});

test('a voice of a server, which would receive the text, is not used: there are tones', () => {
  voices = [{ lang: 'de-DE', localService: false }];
  expect(canSpeak('de')).toBe(false);
  const announcer = createAnnouncer('voice', 'de');
  announcer.say('Kommen Sie näher', false);
  announcer.say('Gut', true);
  expect(spoken).toEqual([]);
  expect(tones).toHaveLength(2);
  expect(tones[1]?.frequencyHz).toBeGreaterThan(tones[0]?.frequencyHz ?? Infinity);
});

test('a taken picture has two rising tones, one after the other', () => {
  createAnnouncer('tones', 'en').sayTaken('Picture taken');
  expect(tones).toHaveLength(2);
  const [first, second] = tones;
  expect(second?.frequencyHz).toBeGreaterThan(first?.frequencyHz ?? Infinity);
  expect(second?.atSeconds).toBeGreaterThan(first?.atSeconds ?? Infinity);
});

test('a silent camera makes no sound', () => {
  voices = [{ lang: 'en-US', localService: true }];
  const announcer = createAnnouncer('off', 'en');
  announcer.say('Hold still', false);
  announcer.sayTaken('Picture taken');
  expect([spoken, tones]).toEqual([[], []]);
});

test('a voice that the browser lists after a while speaks, and until then there are tones', () => {
  const announcer = createAnnouncer('voice', 'de');
  announcer.say('Näher', false);
  expect([spoken, tones.length]).toEqual([[], 1]);
  voices = [{ lang: 'de-DE', localService: true }];
  announcer.say('Stillhalten', true);
  expect(spoken).toEqual([{ text: 'Stillhalten', lang: 'de-DE' }]);
  expect(tones).toHaveLength(1);
});
