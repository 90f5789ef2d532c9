// What the scripts in sphinx_filedocs/static say to each other, and what pages say to them.

/** The words and facts on the script's own element: see add_script() in ext/files_beside_pages.py. */
type FiledocsWord =
  | "trees" | "find" | "close" | "wrap" | "copied" | "copyPath" | "callers" | "calls" | "mayCall" | "tests" | "none" | "files"
  | "vendored" | "filterFiles" | "filterNames" | "allNames" | "filterUses" | "byFile" | "byCaller" | "between"
  | "noCalls" | "cutCalls" | "unseenCalls" | "suffix" | "text" | "version" | "tree" | "begin";

interface FiledocsScript extends HTMLScriptElement {
  readonly dataset: DOMStringMap & Record<FiledocsWord, string>;
}

/** A name of a folder, or with the end of its page's name where that is another one. */
type FiledocsName = string | [name: string, part: string];

/** A call: page (its place among all of the script's, or its name), anchor, name, line, how often, and
 *  whether it is of a test. Of callers the line is theirs; of calls the fifth is the number of members that
 *  may run there. */
type FiledocsCall<Page> =
  [page: Page, anchor: string, name: string, line: number, count?: number, isTest?: number];
interface FiledocsCalls {
  total: number;
  rows: FiledocsCall<string>[];
}

/** What stands in a relation to a definition: page, anchor, name, place. */
type FiledocsRelative<Page> = [page: Page, anchor: string, name: string, note: string];
interface FiledocsRelation {
  title: string;
  total: number;
  rows: FiledocsRelative<string>[];
}

/** A paragraph, or a title and what is said of each name. */
type FiledocsField<Title> = [title: Title, rows: [name: string, text: string][]];
/** What is known of a definition: what is empty at the end is left out. */
type FiledocsDefinition = [
  doc?: string,
  fields?: FiledocsField<number>[],
  uses?: string,
  callers?: [total?: number, rows?: FiledocsCall<number>[]],
  calls?: [total?: number, rows?: FiledocsCall<number>[]],
  behind?: [total?: number, rows?: FiledocsCall<number>[]],
  relatives?: [title: number, total: number, rows: FiledocsRelative<number>[]][],
];

/** What the script of a page says: of a file, see pages/reader_data.py; of a folder, pages/folder_views.py. */
interface FiledocsFile {
  titles: string[];
  pages: string[];
  of: Record<string, FiledocsDefinition>;
}
interface FiledocsFolder {
  folders: FiledocsName[];
  vendored: FiledocsName[];
  files: FiledocsName[];
}

/** What a page says of the addresses in a listing: see _hints_data() in pages/listing.py. */
type FiledocsHint = string | number;
interface FiledocsHints {
  texts: string[];
  of: (FiledocsHint | FiledocsHint[])[];
}

/** Who wrote the lines of a file: see pages/blame_data.py. */
interface FiledocsBlame {
  url: string;
  later: string;
  older: string;
  unknown: string;
  authors: string[];
  commits: [hash: string, date: string, author: number, subject: string][];
  /** A place in commits, or a negative number, and a number of lines, and so on. */
  runs: number[];
}

/** A function as it is named for the calls between two: its page, its anchor, its name. */
type FiledocsStep = [docname: string, anchor: string, name: string];
type FiledocsWay = "callers" | "calls";

interface FiledocsReader {
  pageOf(address: { href: string }): string;
  addressOf(page: string): string;
  dataOf<Data extends FiledocsFile | FiledocsFolder>(page: string): Promise<Data | null>;
  definitionAt(address: URL): Promise<
    { doc?: string; fields: FiledocsField<string>[]; uses?: string; relatives: FiledocsRelation[] }
    & Record<FiledocsWay | "behind", FiledocsCalls>
  >;
  /** Load one more script of ours. */
  load(name: string): HTMLScriptElement;
  isAlone(event: KeyboardEvent): boolean;
  ownHints(): Promise<FiledocsHints[] | null>;
  ownBlame(): Promise<FiledocsBlame | null>;
  page(name: string, data: FiledocsFile | FiledocsFolder): void;
  hints(name: string, data: FiledocsHints[]): void;
  blame(name: string, data: FiledocsBlame): void;
  between(address: URL, name: string): HTMLElement;
  /** Of filedocs-names.js: the calls of a definition of this page, to be shown. */
  calls?(id: string): Promise<HTMLElement | null>;
  /** Of filedocs-uses.js: lets a reader choose among the uses in a part of the page. */
  chooseUses?(root: ParentNode): void;
  /** Of filedocs-calls.js. */
  showCalls?(place: HTMLElement, first: FiledocsStep, last: FiledocsStep): void;
  /** Of filedocs.js, to the finder as it opens for the first time: what was typed meanwhile. */
  opened?(): string;
  /** What becomes of what is chosen in the finder, where that is not to be gone to. */
  pick?(address: URL, name: string): void;
}

/** What is looked for: a name, in small letters too, with the place of its last part and its kind. */
interface FiledocsNamed {
  lowered: string;
  last: number;
  name: string;
  kind: string;
}

interface Window {
  filedocsReader: FiledocsReader;
  filedocsFit(entry: FiledocsNamed, word: string): { tier: number; at: number } | null;
  filedocsWords(query: string): string[];
  filedocsFinder?: FiledocsFinder;
  /** Of text-worker.js. */
  filedocsText?(): {
    compile(query: Pick<FiledocsTextQuery, "text" | "how">): FiledocsMatcher;
    places(matcher: FiledocsMatcher, line: string, most?: number): [start: number, end: number][];
    serve(say: (answer: FiledocsTextAnswer) => void): (question: FiledocsTextQuestion) => void;
  };
}

/** Symbols, a list a column, as pages/reader_data.py writes them: kinds are letters; files, rows and lines
 *  of overloads ("same") are differences. */
interface FiledocsColumns {
  names: string[];
  kinds: string;
  files: number[];
  same: number[];
  numbers: number[];
  lines: number[];
}
/** What the script of a tree says to the finder. */
interface FiledocsFinderData {
  title: string;
  prefix: string;
  suffix: string;
  files: string[];
  pages: Record<string, string>;
  groups: string;
  places: string;
  parts: string[];
  kinds: Record<string, [shown: string, ...words: string[]]>;
  /** The pages of folders that don't follow from their paths. */
  folders: Record<string, string>;
  groupsDescribed: [name: string, file: number, page: string, anchor: string][];
  symbols: FiledocsColumns;
  texts: Record<string, string>;
}
interface FiledocsTree {
  data: FiledocsFinderData;
  base: string;
  lowered: string[];
  symbols: FiledocsEntry[];
  folders: FiledocsEntry[];
  /** Of a large tree, the symbols that have been loaded, by the beginning of their names. */
  parts: Map<string, FiledocsEntry[]>;
}
/** A file, symbol, heading or group that can be found. */
interface FiledocsEntry extends FiledocsNamed {
  tree: FiledocsTree;
  file: number;
  exactKind: string;
  isDeclared: boolean;
  number: number;
  /** Of one of several definitions of a name in a file. */
  line?: number;
  place?: [page: string, anchor: string];
}
interface FiledocsHit {
  entry: FiledocsEntry;
  tier: number;
  at: number;
  word: string;
  group: string;
  /** Whether capitals are where the query has them. */
  isAsTyped?: boolean;
}
interface FiledocsQuery {
  words: string[];
  typed: string[];
  line: number;
  /** The last line of several, 0 for none. */
  to: number;
  mode: string;
}

/** What is searched of a tree, as ext/source_texts.py writes it: files are differences. */
interface FiledocsTexts {
  parts: [name: string, files: number[], languages: number[]][];
  languages: string[];
  left: string;
  texts: Record<string, string>;
}
/** The same, with the places of the files. */
interface FiledocsTextTree {
  parts: { name: string; files: number[]; languages: number[] }[];
  files: string[];
  groups: string;
  languages: string[];
}
/** What is looked for in texts.
 *  how: c as it is written, w whole words, r an expression; kinds: s in strings, m comments, k code. */
interface FiledocsTextQuery {
  text: string;
  how: string;
  kinds: string;
  folder: string;
  language: string;
  /** Whether the search is a part of the page. */
  isHere: boolean;
  /** How many lines are kept of each group. */
  most: number;
  /** How many characters of a line are seen. */
  room: number;
}
interface FiledocsMatcher {
  re: RegExp;
  plain: string;
  must: RegExp | null;
  /** Whether it may take a time that grows faster than the text. */
  isHeavy: boolean;
}
interface FiledocsTextHit {
  tree: number;
  file: number;
  group: string;
  line: number;
  name: string;
  text: string;
  marks: [start: number, end: number][];
}
interface FiledocsTextQuestion {
  trees?: FiledocsTextTree[];
  part?: string;
  data?: string;
  id?: number;
  query?: FiledocsTextQuery;
}
interface FiledocsTextAnswer {
  isReady?: boolean;
  /** The part that is needed. */
  load?: string;
  id?: number;
  isBusy?: boolean;
  isDone?: boolean;
  error?: string;
  hits?: FiledocsTextHit[];
  lines?: Record<string, number>;
  files?: Record<string, number>;
}

/** Of finder.js: the box. */
interface FiledocsFinderBox {
  dialog: HTMLDialogElement;
  input: HTMLInputElement;
  status: HTMLElement;
  tabs: HTMLElement;
  list: HTMLElement;
  chosen: number;
  find(): void;
  choose(at: number): void;
  remember(entry: FiledocsEntry): void;
}

/** Of finder-search.js: what the finder looks through says it to `tree` and `part`. */
interface FiledocsFinder {
  tree(prefix: string, data: FiledocsFinderData): void;
  part(prefix: string, data: { part: string; symbols: FiledocsColumns }): void;
  readonly trees: Map<string, FiledocsTree>;
  readonly prefixes: string[];
  words(): Record<string, string>;
  loadTrees(): Promise<boolean>;
  /** Whether a query needs a part of a large tree that is not there. */
  missing(query: FiledocsQuery): boolean;
  loadMissing(query: FiledocsQuery): Promise<boolean>;
  isTooShort(query: FiledocsQuery): boolean;
  isCalled(entry: FiledocsEntry): boolean;
  read(text: string): FiledocsQuery;
  search(query: FiledocsQuery): FiledocsHit[];
  shown(hits: FiledocsHit[]): FiledocsHit[];
  address(entry: FiledocsEntry, line?: number, to?: number): string;
  main(): FiledocsHit[];
  fileEntry(tree: FiledocsTree, file: number): FiledocsEntry;
  element(tag: string, css: string, ...content: (string | Node)[]): HTMLElement;
  load(name: string): HTMLScriptElement;
  here(): FiledocsEntry | null;
  /** Whether texts are searched too. */
  hasText(): boolean;
  texts(prefix: string, table: FiledocsTexts): void;
  text(part: string, data: string): void;
  /** Of finder.js. */
  open?(mode?: string): Promise<void>;
  /** Of finder-text.js. */
  textSearch?: { find(finder: FiledocsFinderBox, text: string): Promise<void>; leave(): void };
}
