import { type ReactNode, type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';

import type { BrushStore } from '../brush/create-brush-store.ts';
import { ImageNotes } from './session/image-notes.tsx';
import { ImproveDetail } from './session/improve-detail.tsx';
import { ResultFacts } from './session/result-facts.tsx';
import { ResultNotes } from './session/result-notes.tsx';
import { BackgroundSection } from './background/background-section.tsx';
import { CropPanel } from './crop/crop-panel.tsx';
import type { Editor } from '../editor.ts';
import { ExportSection } from './export/export-section.tsx';
import { FailureNote } from './failure-note.tsx';
import { FringeCheck } from './refine/fringe-check.tsx';
import { LightPanel } from './light/light-panel.tsx';
import { ProjectSection } from './export/project-section.tsx';
import { RefinePanel } from './refine/refine-panel.tsx';
import type { ToolId } from '../commands/tool-ids.ts';
import { useEditedMatte } from './use-edited-matte.ts';

export interface EditorPanelProps {
  editor: Editor;
  tool: ToolId;
  brush: BrushStore;
  id: string;
  ref?: Ref<HTMLElement>;
}

/** What the chosen tool can do. */
export function EditorPanel({ editor, tool, brush, id, ref }: EditorPanelProps) {
  const { t } = useTranslation('editor');
  const title = useId();
  return (
    <aside
      ref={ref}
      id={id}
      aria-labelledby={title}
      data-slot="editor"
      data-tool={tool}
      className="flex flex-col gap-4 overflow-y-auto border-line bg-sheet p-4 [grid-area:panel] *:flex-none max-lg:max-h-[38dvh] max-lg:border-t lg:border-s lg:p-5"
    >
      {tool === 'background' && (
        <>
          <ResultNotes result={editor.segmentation} />
          <ImageNotes image={editor.document.image} result={editor.segmentation} />
        </>
      )}
      <h3 id={title} className="text-14 font-medium">
        {t(`tools.${tool}.title`)}
      </h3>
      <FailureNote rendering={editor.rendering} />
      {contentOf(tool, editor, brush)}
    </aside>
  );
}

function contentOf(tool: ToolId, editor: Editor, brush: BrushStore): ReactNode {
  const { segmentation: result } = editor;
  switch (tool) {
    case 'background':
      return <BackgroundSection editor={editor} />;
    case 'refine':
      return <Refine editor={editor} brush={brush} />;
    case 'light':
      return <LightPanel editor={editor} />;
    case 'crop':
      return <Crop editor={editor} />;
    case 'export':
      return (
        <>
          <ExportSection editor={editor} />
          <ProjectSection editor={editor} />
          <ResultFacts result={result} />
        </>
      );
    default:
      return tool satisfies never;
  }
}

function Refine({ editor, brush }: { editor: Editor; brush: BrushStore }) {
  const { document, rendering, segmentation: result } = editor;
  return (
    <>
      <RefinePanel document={document} brush={brush} rendering={rendering} />
      <FringeCheck editor={editor} />
      <ImproveDetail result={result} />
    </>
  );
}

function Crop({ editor }: { editor: Editor }) {
  const matte = useEditedMatte(editor);
  return <CropPanel editor={editor} matte={matte} photoSize={matte} />;
}
