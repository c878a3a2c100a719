import { Fragment, type ReactNode } from 'react';

/** List of names and values, one pair per line. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[fit-content(60%)_1fr] content-start gap-x-6 gap-y-1.5 text-13">
      {rows.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-soft">{name}</dt>
          <dd className="min-w-0 text-ink tabular-nums">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Section of a page with its heading. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="mb-12">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-18 font-semibold">{title}</h2>
        {actions && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
