import type { ComponentProps } from 'react';
import { encode } from 'uqr';

import { cn } from '../../cn.ts';

export interface QrCodeProps extends Omit<ComponentProps<'svg'>, 'children' | 'viewBox'> {
  /** What a camera is to read: an address, most often. At most 2331 bytes in UTF-8. */
  value: string;
  /** What the code is for: "QR code for your authenticator app". */
  label: string;
}

/** Cameras find the code by the empty border around it, which the standard (ISO/IEC 18004) wants four modules wide. */
const borderModules = 4;

/**
 * A QR code, dark on white in both themes: many readers take no inverted ones. It restores up to 15 % of damage. Give the same
 * beside it as text, for readers without a camera.
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

/** The dark modules of each row, those side by side as one rectangle. */
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
