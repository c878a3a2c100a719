import { useEditorHost, useSessionState } from '../session/editor-host.tsx';
import { builtInRegistries } from '../../registry/registries.ts';
import { WordsTool } from './words-tool.tsx';

/** Tool for backgrounds from words for the open image, across the page. It renders nothing until there is a cutout. */
export function WordsBar() {
  const opened = useSessionState();
  const { registries } = useEditorHost();
  if (opened.state !== 'done') return null;
  const { document, segmentation } = opened;
  const editor = { document, segmentation, registries: { ...builtInRegistries, ...registries } };
  return <WordsTool key={opened.image.url} editor={editor} layout="bar" />;
}
