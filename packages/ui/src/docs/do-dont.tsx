import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';

/** Two columns of advice on a docs page: recommended and discouraged uses. */
export function DoDont({ children }: { children: ReactNode }) {
  return (
    <ul className="sb-unstyled my-4 grid list-none gap-x-8 gap-y-3 p-0 text-14 text-ink sm:grid-cols-2">{children}</ul>
  );
}

export function Do({ children }: { children: ReactNode }) {
  return <Advice sign={<Check aria-label="Do" className="mt-1 size-4 text-success" />}>{children}</Advice>;
}

export function Dont({ children }: { children: ReactNode }) {
  return <Advice sign={<X aria-label="Don’t" className="mt-1 size-4 text-danger" />}>{children}</Advice>;
}

function Advice({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <li className="m-0 flex gap-2.5 border-t border-line pt-3">
      {sign}
      <div className="min-w-0">{children}</div>
    </li>
  );
}
