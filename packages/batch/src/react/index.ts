export { type ArrivingFiles, BatchView, type BatchEvent, type BatchViewProps } from './batch-view.tsx';
export { SampleSeries, type SampleSeriesProps, type Series } from './intake/sample-series.tsx';
