import { useState, type ReactNode } from 'react';

import { AdminError } from '../api/admin-error.ts';
import { useAdmin } from './admin-context.tsx';

/**
 * Calls what the database may refuse until the identity was proven again.
 * @returns `call` goes on once that was done; until then `proof` is to be drawn in the page.
 */
export function useProven(): { call: <Result>(act: () => Promise<Result>) => Promise<Result>; proof: ReactNode } {
  const { needsProof, Proof } = useAdmin();
  const [goOn, setGoOn] = useState<() => void>();
  return {
    async call(act) {
      try {
        return await act();
      } catch (error) {
        const isForbidden = error instanceof AdminError && error.code === 'forbidden';
        if (!isForbidden || !(await needsProof().catch(() => false))) throw error;
        await new Promise<void>((resolve) => setGoOn(() => resolve));
        setGoOn(undefined);
        return act();
      }
    },
    proof: goOn && (
      <div className="mt-8 border-t border-line pt-6">
        <Proof onProven={goOn} />
      </div>
    ),
  };
}
