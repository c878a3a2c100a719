import { createContext, useEffect, useMemo, useRef } from 'react';

/** Resolves once the identity of the administrator is proven again. */
export type WaitForProof = () => Promise<void>;

export const ProofContext = createContext<WaitForProof>(() => Promise.reject(new Error('There is no AdminGate above')));

/** @returns what waits until `isOpen` is true; it never resolves where the page is left before. */
export function useProofWaiters(isOpen: boolean): WaitForProof {
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    if (!isOpen) return;
    for (const goOn of waiting.current.splice(0)) goOn();
  }, [isOpen]);
  return useMemo(
    () => () =>
      new Promise<void>((resolve) => {
        waiting.current.push(resolve);
      }),
    [],
  );
}
