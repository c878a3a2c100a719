/** Entry point of the components that edit the settings of several images at once, with a preview on one image. */
export { cropPresets } from '../document/crop-presets.ts';
export { defaultMarginPercent, maxMarginPercent } from '../document/center-subject.ts';
export { createEditor } from '../editor.ts';
export { createEyedropper } from '../viewport/eyedropper.ts';
export { createLayerSelection } from '../viewport/layer-selection.ts';
export { createViewport } from '../viewport/create-viewport.ts';
export { BackgroundSection, type BackgroundSectionProps } from './background/background-section.tsx';
export { ResultStage } from './canvas/result-stage.tsx';
export { PresetTile } from './crop/preset-tile.tsx';
export { SizeSelect } from './crop/size-select.tsx';
export { useLayerNames } from './use-layer-names.ts';
export { FormatChoice } from './export/format-choice.tsx';
export { CreditFields } from './export/credit-fields.tsx';
export { PageSettings } from './export/page-settings.tsx';
export { SizeLimit } from './export/size-limit.tsx';
export { LayersPanel } from './layers/layers-panel.tsx';
export { LightPanel } from './light/light-panel.tsx';
export { NumberField } from './number-field.tsx';
