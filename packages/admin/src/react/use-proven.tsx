import { useState, type ReactNode } from 'react';

import { AdminError } from '../api/admin-error.ts';
import { useAdmin } from './admin-context.tsx';

/**
 * Makes calls that the database may refuse until the identity was proven again.
 * @returns `call` waits for the proof when needed and then tries again. `proof` must be rendered in the page; it is
 * undefined while no proof is needed.
 */
export function useProven(): { call: <Result>(act: () => Promise<Result>) => Promise<Result>; proof: ReactNode } {
  const { needsProof, Proof } = useAdmin();
  const [resume, setResume] = useState<() => void>();
  return {
    async call(act) {
      try {
        return await act();
      } catch (error) {
        const isForbidden = error instanceof AdminError && error.code === 'forbidden';
        if (!isForbidden || !(await needsProof().catch(() => false))) throw error;
        await new Promise<void>((resolve) => setResume(() => resolve));
        setResume(undefined);
        return act();
      }
    },
    proof: resume && (
      <div className="mt-8 border-t border-line pt-6">
        <Proof onProven={resume} />
      </div>
    ),
  };
}
