import type { Locale } from '@isola/i18n';

/** How hints are given besides the text on the screen. */
export const hintSounds = ['off', 'tones', 'voice'] as const;
export type HintSound = (typeof hintSounds)[number];

/** Gives the shutter's hints to somebody who does not see the screen. */
export interface Announcer {
  /** Says a hint, or plays its tone: a low one, and a high one when the rules are met. */
  readonly say: (text: string, isMet: boolean) => void;
  /** Says that the picture was taken, or plays two rising tones. */
  readonly sayTaken: (text: string) => void;
  readonly close: () => void;
}

const [lowHz, highHz, takenHz] = [330, 880, 1320];

/**
 * Creates an announcer. A language for which the device has no voice of its own gets tones: voices of a server would
 * receive the text.
 */
export function createAnnouncer(sound: HintSound, locale: Locale): Announcer {
  if (sound === 'off') return { say: () => undefined, sayTaken: () => undefined, close: () => undefined };
  // Browsers list their voices some time after the first call, so the voice is looked up for each sentence.
  const voice = () => (sound === 'voice' ? ownVoice(locale) : undefined);
  const context = voice() ? undefined : new AudioContext();
  const play = (frequencyHz: number, afterSeconds: number) => {
    if (context) playTone(context, frequencyHz, afterSeconds);
  };
  return {
    say(text, isMet) {
      if (!speak(text, voice())) play(isMet ? highHz : lowHz, 0);
    },
    sayTaken(text) {
      if (speak(text, voice())) return;
      play(highHz, 0);
      play(takenHz, 0.15);
    },
    // The last sentence is spoken to its end, and the tones of a taken picture end before.
    close: () => void setTimeout(() => void context?.close(), 500),
  };
}

/** Speaks a text. @returns false without a voice. */
function speak(text: string, voice: SpeechSynthesisVoice | undefined): boolean {
  if (!voice) return false;
  speechSynthesis.cancel();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  speechSynthesis.speak(utterance);
  return true;
}

/** Returns whether this device can speak a language by itself. */
export function canSpeak(locale: Locale): boolean {
  return ownVoice(locale) !== undefined;
}

function ownVoice(locale: Locale): SpeechSynthesisVoice | undefined {
  if (!('speechSynthesis' in globalThis)) return undefined;
  return speechSynthesis.getVoices().find(({ lang, localService }) => localService && lang.startsWith(locale));
}

function playTone(context: AudioContext, frequencyHz: number, afterSeconds: number): void {
  if (context.state === 'closed') return;
  const start = context.currentTime + afterSeconds;
  const oscillator = new OscillatorNode(context, { frequency: frequencyHz });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setTargetAtTime(0.2, start, 0.01);
  gain.gain.setTargetAtTime(0, start + 0.1, 0.02);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + 0.25);
}
