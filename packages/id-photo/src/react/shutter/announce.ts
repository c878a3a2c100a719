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
  const voice = sound === 'voice' ? ownVoice(locale) : undefined;
  if (voice) {
    const speak = (text: string) => {
      speechSynthesis.cancel();
      const utterance = new SpeechSynthesisUtterance(text);
      utterance.voice = voice;
      utterance.lang = voice.lang;
      speechSynthesis.speak(utterance);
    };
    // The last sentence is spoken to its end.
    return { say: (text) => speak(text), sayTaken: speak, close: () => undefined };
  }
  const context = new AudioContext();
  return {
    say: (_, isMet) => playTone(context, isMet ? highHz : lowHz, 0),
    sayTaken() {
      playTone(context, highHz, 0);
      playTone(context, takenHz, 0.15);
    },
    // The tones of a taken picture end before.
    close: () => void setTimeout(() => void context.close(), 500),
  };
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
