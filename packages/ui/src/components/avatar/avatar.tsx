import { cva, type VariantProps } from 'class-variance-authority';
import { UserRound } from 'lucide-react';
import { Avatar as Radix } from 'radix-ui';
import { useState, type ComponentProps, type HTMLAttributeReferrerPolicy } from 'react';

import { cn } from '../../cn.ts';
import { initialOf } from './initial-of.ts';

const avatarVariants = cva(
  [
    'inline-grid flex-none place-items-center overflow-hidden rounded-full border border-line bg-sunk align-middle',
    'font-medium text-soft select-none',
  ],
  {
    variants: {
      /** `sm` in a line of text, `md` in a header, `lg` on the account’s page. */
      size: {
        sm: 'size-6 text-12 [&_svg]:size-3.5',
        md: 'size-9 text-14 [&_svg]:size-5',
        lg: 'size-14 text-22 [&_svg]:size-6',
      },
    },
    defaultVariants: { size: 'md' },
  },
);

export interface AvatarProps extends Omit<ComponentProps<'span'>, 'children'>, VariantProps<typeof avatarVariants> {
  /** Name of the person. Its initial is shown until the image is loaded, and when there is none. */
  name: string;
  /** URL of the image. If it cannot be loaded, the initial stays. */
  src?: string;
  /** Language of the name, for languages with special capitals. */
  locale?: string;
  /** Referrer policy of the image request. By default the image’s host does not learn the page’s address. */
  referrerPolicy?: HTMLAttributeReferrerPolicy;
}

/** Shows a person as an image or as the initial of the name. Next to the written name, set `aria-hidden`. */
export function Avatar({ name, src, locale, referrerPolicy = 'no-referrer', size, className, ...props }: AvatarProps) {
  const [loaded, setLoaded] = useState(false);
  const initial = initialOf(name, locale);
  return (
    <Radix.Root
      data-slot="avatar"
      data-state={loaded ? 'picture' : 'initial'}
      role="img"
      aria-label={name}
      className={cn(avatarVariants({ size }), className)}
      {...props}
    >
      {src && (
        <Radix.Image
          src={src}
          alt=""
          referrerPolicy={referrerPolicy}
          onLoadingStatusChange={(status) => setLoaded(status === 'loaded')}
          className="size-full object-cover"
        />
      )}
      <Radix.Fallback aria-hidden className="leading-none">
        {initial || <UserRound />}
      </Radix.Fallback>
    </Radix.Root>
  );
}
