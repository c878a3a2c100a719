import { type ReactNode, useId } from 'react';

export interface SectionProps {
  heading: string;
  /** One paragraph before the rest. */
  intro?: string;
  children?: ReactNode;
}

/** A part of a page: what it is about on one side, and on the other what there is to say. */
export function Section({ heading, intro, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="mt-14 grid gap-x-8 gap-y-5 border-t border-line pt-8 lg:mt-16 lg:grid-cols-12"
    >
      <div className="lg:col-span-4">
        <h2 id={id} className="text-22 font-semibold">
          {heading}
        </h2>
      </div>
      <div className="flex min-w-0 flex-col gap-8 lg:col-span-8">
        {intro && <p className="max-w-160 text-16 text-soft">{intro}</p>}
        {children}
      </div>
    </section>
  );
}
