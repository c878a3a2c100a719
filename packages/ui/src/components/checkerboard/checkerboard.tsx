import { type ComponentProps, type SyntheticEvent, useState } from 'react';

import { cn } from '../../cn.ts';
import { type SubjectTone, subjectTone } from './subject-tone.ts';

export { type SubjectTone, subjectTone } from './subject-tone.ts';

export interface CheckerboardProps extends ComponentProps<'div'> {
  /** Tone of the subject. Where it would be lost on the theme's pattern, the pattern is mid grey. */
  tone?: SubjectTone | undefined;
}

/** Pattern that represents transparency. Never use it as decoration. */
export function Checkerboard({ tone, className, ...props }: CheckerboardProps) {
  return <div data-slot="checkerboard" data-subject={tone} className={cn('bg-checker', className)} {...props} />;
}

/** @returns the tone of an image, measured once it has loaded, and the handler for its `onLoad`. */
export function useToneOfImage(): [SubjectTone | undefined, (event: SyntheticEvent<HTMLImageElement>) => void] {
  const [tone, setTone] = useState<SubjectTone>();
  return [tone, ({ currentTarget }) => void subjectTone(currentTarget).then(setTone)];
}
