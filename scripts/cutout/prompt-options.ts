import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { Part, Prompt, PromptPoint } from '@isola/segmenter/node';

/** Options of the command line that name the objects to cut out, and what is erased from them. */
export interface PromptOptions {
  readonly keep: (text: string) => string;
  readonly leaveOut: (text: string) => string;
  readonly box: (text: string) => string;
  readonly erase: (text: string) => string;
  /** Returns the rectangles of `--erase`. */
  readonly erased: () => readonly Part[];
  /** Returns the prompt of the options that were given; undefined without any. */
  readonly prompt: () => Prompt | undefined;
}

/**
 * Creates the parsers of `--keep`, `--leave-out`, `--box` and `--erase`. The first two collect their points in one list, because a
 * later point corrects what the earlier ones selected.
 */
export function createPromptOptions(): PromptOptions {
  const points: PromptPoint[] = [];
  const erased: Part[] = [];
  let box: Prompt['box'];
  const addPoint = (text: string, keep: boolean) => {
    const [xPx = 0, yPx = 0] = numbersIn(text, 2, 'It must be a position x,y in pixels, such as 410,620.');
    points.push({ xPx, yPx, keep });
    return text;
  };
  return {
    keep: (text) => addPoint(text, true),
    leaveOut: (text) => addPoint(text, false),
    box(text) {
      box = boxIn(text);
      return text;
    },
    erase(text) {
      erased.push(boxIn(text));
      return text;
    },
    erased: () => erased,
    prompt: () => (points.length > 0 || box ? { points, ...(box && { box }) } : undefined),
  };
}

function boxIn(text: string): Part {
  const help = 'It must be left,top,width,height in pixels, such as 100,80,640,480.';
  const [leftPx = 0, topPx = 0, widthPx = 0, heightPx = 0] = numbersIn(text, 4, help);
  if (widthPx === 0 || heightPx === 0) throw new InvalidArgumentError(help);
  return { leftPx, topPx, widthPx, heightPx };
}

function numbersIn(text: string, count: number, help: string): readonly number[] {
  const numbers = text.split(',').map(Number);
  if (numbers.length !== count || numbers.some((each) => !Number.isInteger(each) || each < 0))
    throw new InvalidArgumentError(help);
  return numbers;
}
