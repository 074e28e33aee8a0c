/** The languages of source files. */
export type LanguageName = 'TypeScript' | 'Python';

/** The topic of a project, with the words of all its texts. */
export interface Theme {
  readonly name: string;
  readonly description: string;
  readonly language: LanguageName;
  readonly topics: readonly string[];
  /** Parts of the software, in the singular without an article. */
  readonly components: readonly string[];
  /** What it processes, in the plural. */
  readonly objects: readonly string[];
  /** When problems occur. */
  readonly conditions: readonly string[];
  /** Requested features, as noun phrases. */
  readonly wishes: readonly string[];
}

export const THEMES: readonly Theme[] = [
  {
    name: 'tidewatch',
    description: 'Tide tables and flood warnings for small harbours 🌊',
    language: 'TypeScript',
    topics: ['tides', 'harbour', 'open-data', 'weather'],
    components: ['station parser', 'chart renderer', 'forecast cache', 'alert mailer', 'export command'],
    objects: ['tide tables', 'water levels', 'station lists', 'flood warnings', 'sensor readings'],
    conditions: [
      'behind a proxy',
      'when a station has no name',
      'with more than 10,000 readings',
      'in winter',
    ],
    wishes: ['a print style for the noticeboard', 'warnings by text message', 'an offline mode'],
  },
  {
    name: 'kilnlog',
    description: 'Logs kiln firings and draws their curves',
    language: 'Python',
    topics: ['ceramics', 'hardware', 'logging'],
    components: ['thermocouple driver', 'curve plotter', 'firing schedule', 'web dashboard', 'CSV importer'],
    objects: ['firing curves', 'cone charts', 'temperature samples', 'glaze notes', 'alarm logs'],
    conditions: ['above 1,200 °C', 'during a power cut', 'with two kilns at once', 'if the SD card is full'],
    wishes: ['a cooling alarm', 'photos next to each firing', 'shared schedules', 'Bluetooth probes'],
  },
  {
    name: 'lanternfish',
    description: 'Finds duplicate photos without reading them twice',
    language: 'Python',
    topics: ['photos', 'deduplication', 'cli'],
    components: ['hash index', 'directory walker', 'thumbnail cache', 'progress bar', 'report writer'],
    objects: ['photos', 'duplicates', 'fingerprints', 'sidecar files', 'albums'],
    conditions: ['on network drives', 'with a million files', 'for images of zero bytes', 'on Windows'],
    wishes: ['a dry run', 'HEIC support', 'a report in HTML', 'a rule to keep the oldest file'],
  },
  {
    name: 'orchard-map',
    description: 'Every tree of an orchard on one map 🍎',
    language: 'TypeScript',
    topics: ['maps', 'agriculture', 'offline-first'],
    components: ['map view', 'sync queue', 'tree editor', 'offline store', 'harvest report'],
    objects: ['trees', 'harvest entries', 'map tiles', 'grafting notes', 'photos of leaves'],
    conditions: ['without a connection', 'on old tablets', 'with 30,000 trees', 'after the second sync'],
    wishes: ['a layer for irrigation', 'QR codes for trunks', 'an undo button', 'a yearly comparison'],
  },
];

/** Suffixes for the names of other repositories of a theme. */
export const SIDE_PROJECTS = ['docs', 'web', 'api', 'mobile', 'plugins', 'tools', 'examples'] as const;
