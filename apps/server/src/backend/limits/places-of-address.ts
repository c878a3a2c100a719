import { clientPrefixBits, networkOf } from '@isola/supabase/shared/ip-address';

/** Limits the concurrent requests of each client and of the network around it. */
export interface PlacesOfAddress {
  /** Takes a place. @returns a function that frees it, or null when the client or its network has no place left. */
  readonly take: (address: string | null) => (() => void) | null;
}

export function createPlacesOfAddress(perClient: number, perNetwork: number): PlacesOfAddress {
  const taken = new Map<string, number>();
  return {
    take: (address) => {
      const places =
        address === null
          ? [['unknown', perClient] as const]
          : [
              [`client ${networkOf(address, clientPrefixBits)}`, perClient] as const,
              [`network ${networkOf(address, { ipv4: 24, ipv6: 48 })}`, perNetwork] as const,
            ];
      if (places.some(([name, max]) => (taken.get(name) ?? 0) >= max)) return null;
      for (const [name] of places) taken.set(name, (taken.get(name) ?? 0) + 1);
      return () => {
        for (const [name] of places) {
          const left = (taken.get(name) ?? 1) - 1;
          if (left > 0) taken.set(name, left);
          else taken.delete(name);
        }
      };
    },
  };
}
