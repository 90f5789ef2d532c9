// Where the names in TypeScript files lead, as the TypeScript compiler's checker resolves them.
//
//   node typescript_links.mjs TYPESCRIPT < PATHS
//
// TYPESCRIPT is the compiler's file lib/typescript.js; one path a line, relative to the folder that
// it is run in. Prints one JSON array for each name that defines nothing: [path, line, column, name,
// kind, outside, places], where a column counts UTF-16 units, and places are [path, line].
import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { default: ts } = await import(pathToFileURL(process.argv[2]));

const paths = readFileSync(0, "utf8").split("\n").filter(Boolean);

/** The conditions of a package's exports that are the project's own: they lead to its sources. */
function* ownConditions(exported) {
  for (const [key, value] of Object.entries(exported ?? {})) {
    if (key.startsWith("@")) yield key;
    if (typeof value === "object") yield* ownConditions(value);
  }
}

const folders = new Set([...paths].flatMap((path) => {
  const above = [];
  for (let folder = dirname(path); !above.includes(folder); folder = dirname(folder)) above.push(folder);
  return above;
}));
const manifests = [...folders].map((folder) => resolve(folder, "package.json")).filter(existsSync);
const customConditions = manifests.flatMap((manifest) => [
  ...ownConditions(JSON.parse(readFileSync(manifest, "utf8")).exports),
]);

const program = ts.createProgram(paths.map((path) => resolve(path)), {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  customConditions: [...new Set(customConditions)],
});
const checker = program.getTypeChecker();
const own = new Set(paths.map((path) => resolve(path)));

/** The symbol that an identifier means: through imports, and the variable of a shorthand. */
function meant(node) {
  const shorthand = ts.isShorthandPropertyAssignment(node.parent);
  let symbol = shorthand
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  return symbol;
}

/** Whether a name is that of what is declared there, imports and exports aside. */
function defines(node) {
  const parent = node.parent;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isImportClause(parent)) return false;
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  return ts.isDeclaration(parent) && ts.getNameOfDeclaration(parent) === node;
}

function kindOf(node, symbol) {
  const parent = node.parent;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isImportClause(parent)) return "import";
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return "member";
  if (ts.isQualifiedName(parent) && parent.right === node) return "member";
  const [first] = symbol.declarations;
  for (let around = first.parent; around; around = around.parent) {
    if (ts.isFunctionLike(around)) return "local";
    if (ts.isSourceFile(around)) break;
  }
  return symbol.flags & ts.SymbolFlags.Type && !(symbol.flags & ts.SymbolFlags.Value) ? "type" : "global";
}

/** Where what is declared stands: its name, else its first character. */
function place(declaration) {
  const file = declaration.getSourceFile();
  const node = ts.getNameOfDeclaration(declaration) ?? declaration;
  const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  return [relative(".", file.fileName), ts.isSourceFile(declaration) ? 1 : line];
}

for (const path of paths) {
  const file = program.getSourceFile(resolve(path));
  const stack = [file];
  while (stack.length > 0) {
    const node = stack.pop();
    if (ts.isIdentifier(node) && !defines(node)) {
      const symbol = meant(node);
      const declarations = symbol?.declarations ?? [];
      if (declarations.length > 0) {
        const inside = declarations.filter((one) => own.has(one.getSourceFile().fileName));
        const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
        const row = [path, line + 1, character, node.text, kindOf(node, symbol), inside.length === 0];
        console.log(JSON.stringify([...row, inside.map(place)]));
      }
    }
    ts.forEachChild(node, (child) => void stack.push(child));
  }
}
