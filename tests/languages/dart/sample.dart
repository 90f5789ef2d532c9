library shop;
import 'package:flutter/material.dart' as m show A;
import 'other.dart';
export 'x.dart';
part 'p.dart';
/// A thing.
abstract class Thing extends Base with Mixin implements Other {
  final int price;
  static const limit = 3;
  Thing(this.price);
  Thing.named(): price = 1;
  factory Thing.make() => Thing(1);
  int get half => price ~/ 2;
  set half(int x) {}
  void run(int a) { }
  operator +(Thing o) => this;
}
mixin Mixin on Base { void m() {} }
extension Ext on String { int size() => 1; }
enum Color { red, green; void f() {} }
typedef Handler = void Function(int);
const top = 1;
int helper(int a) => a;
void main() {}
