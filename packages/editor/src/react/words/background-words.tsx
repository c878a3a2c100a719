import { Suspense } from 'react';

import { builtInRegistries } from '../../registry/registries.ts';
import { lazyOptional } from '../lazy-optional.ts';
import { useEditorHost, useSessionState } from '../session/editor-host.tsx';

const WordsTool = lazyOptional(async () => (await import('./words-tool.tsx')).WordsTool);

/** Backgrounds from words for the open image, across the page beneath its stage. Nothing until there is a cutout. */
export function BackgroundWords({ className }: { className?: string }) {
  const opened = useSessionState();
  const { registries } = useEditorHost();
  if (opened.state !== 'done') return null;
  const editor = { document: opened.document, registries: { ...builtInRegistries, ...registries } };
  return (
    <div className={className}>
      <Suspense fallback={null}>
        <WordsTool key={opened.image.url} editor={editor} layout="bar" />
      </Suspense>
    </div>
  );
}
