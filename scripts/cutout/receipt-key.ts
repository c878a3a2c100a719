import { createPrivateKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { InvalidArgumentError } from '@commander-js/extra-typings';

/**
 * Reads the private key that signs receipts. A file that does not exist is created, readable by its owner alone.
 * @param file PKCS #8 in PEM, for ECDSA on P-256.
 */
export function receiptKey(file: string): JsonWebKey {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  }
  const jwk = readKey(file);
  if (jwk?.crv === 'P-256' && jwk.d) return jwk;
  throw new InvalidArgumentError(
    'It must contain a private key on P-256, in PEM. A file that does not exist is created.',
  );
}

function readKey(file: string): JsonWebKey | undefined {
  try {
    return createPrivateKey(readFileSync(file)).export({ format: 'jwk' });
  } catch {
    return undefined;
  }
}
