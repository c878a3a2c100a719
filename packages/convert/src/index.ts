export type { Conversion, ConvertStage } from './conversion.ts';
export { convertAll, type ConvertAllOptions } from './convert-all.ts';
export { ConvertError, type ConvertErrorCode } from './convert-error.ts';
export {
  type ConvertedFile,
  type Converter,
  type ConverterOptions,
  type ConvertOptions,
  createConverter,
} from './create-converter.ts';
export { type SourceFormat, sourceFormatOf, sourceFormats } from './formats/source-formats.ts';
