import { ShopPhotoTool, type ShopPhotoToolProps } from '@isola/shop-photo/react';
import { Button } from '@isola/ui/button';
import { Brush } from 'lucide-react';

import { PageLink } from '#shell/page-link.tsx';

import { ContinueWith } from '#tool/continue-with.tsx';
import { SampleRow } from '#tool/sample-row.tsx';
import { showIn } from '#tool/tool-session.ts';

/** Shop photo tool with samples, and with a link that opens its image on the page for single images. */
export function ShopTool(props: Pick<ShopPhotoToolProps, 'makes' | 'onFilled'>) {
  return (
    <ShopPhotoTool
      {...props}
      samples={
        <>
          <ContinueWith className="mt-4" />
          <SampleRow ids={['shoe', 'headphones', 'mug']} className="flex-col text-center" />
        </>
      }
      renderEditLink={(words) => (
        <Button asChild variant="ghost" size="sm" className="pointer-coarse:h-11">
          <PageLink page="single" onClick={() => showIn('single')}>
            <Brush aria-hidden />
            {words}
          </PageLink>
        </Button>
      )}
    />
  );
}
