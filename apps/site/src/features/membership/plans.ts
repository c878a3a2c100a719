/** The features of plans. Each is worded in the bundle as `feature.<id>`; `made` says whether it works today. */
const features = {
  single: { id: 'single', made: true },
  local: { id: 'local', made: true },
  size: { id: 'size', made: true },
  noAccount: { id: 'noAccount', made: true },
  api: { id: 'api', made: false },
  all: { id: 'all', made: true },
  batch: { id: 'batch', made: false },
  usage: { id: 'usage', made: false },
  invoices: { id: 'invoices', made: false },
} as const;

/** The plans; the first is every user's. A further one is a row here and its texts, `plan.<id>.…`, in the bundle. */
export const plans = [
  {
    id: 'free',
    priceCny: 0,
    open: true,
    page: 'single',
    features: [features.single, features.local, features.size, features.noAccount, features.api],
  },
  {
    id: 'member',
    priceCny: 0,
    open: false,
    page: 'auth',
    features: [features.all, features.batch, features.usage, features.invoices],
  },
] as const;
