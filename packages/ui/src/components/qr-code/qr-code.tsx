import type { ComponentProps } from 'react';
import { encode } from 'uqr';

import { cn } from '../../cn.ts';

export interface QrCodeProps extends Omit<ComponentProps<'svg'>, 'children' | 'viewBox'> {
  /** Text to encode, usually an address. At most 2331 bytes in UTF-8. */
  value: string;
  /** Accessible name, with the purpose of the code: "QR code for your authenticator app". */
  label: string;
}

/** Width of the empty border by which cameras find the code, in modules (ISO/IEC 18004). */
const borderModules = 4;

/**
 * QR code, dark on white in both themes, because many readers do not accept inverted codes. Up to 15 % of it may be
 * damaged. Provide the same content as text next to it, for readers without a camera.
 */
export function QrCode({ value, label, className, ...props }: QrCodeProps) {
  const { data, size } = encode(value, { ecc: 'M', border: borderModules });
  return (
    <svg
      data-slot="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cn('size-48 max-w-full rounded-md', className)}
      {...props}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={outlineOf(data)} />
    </svg>
  );
}

/** Returns an SVG path of the dark modules, with adjacent modules of a row as one rectangle. */
function outlineOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.map((isDark, x) => {
        if (!isDark || row[x - 1]) return '';
        const end = row.indexOf(false, x);
        const width = (end === -1 ? row.length : end) - x;
        return `M${x} ${y}h${width}v1h-${width}z`;
      }),
    )
    .join('');
}
