import { cn } from '@isola/ui/cn';

export interface Point {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** Short statements, each with its name. */
export function Points({ points }: { points: readonly Point[] }) {
  return (
    <dl className={cn('grid gap-x-8 gap-y-6', points.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2')}>
      {points.map(({ id, title, text }) => (
        <div key={id}>
          <dt className="text-14 font-semibold">{title}</dt>
          <dd className="mt-1 text-14 text-soft">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
