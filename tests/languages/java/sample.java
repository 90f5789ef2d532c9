/*
 * Copyright 2020 The Shop Authors. Licensed under the MIT License.
 */
package com.example.shop;

import java.util.List;
import java.util.Map.Entry;
import java.util.concurrent.*;
import static java.lang.Math.max;
import static com.example.util.Text.*;

/**
 * Keeps orders.
 *
 * <pre>class Fake { void method() {} }</pre>
 */
@Deprecated
@SuppressWarnings({"unchecked", "class InString { }"})
public abstract class Store<K extends Comparable<K>, V> extends Base<V>
    implements Iterable<V>, Closeable {

  /** The most. */
  public static final int LIMIT = 10, SECOND = 2;
  private static final String TEXT = "void inString() { }";
  final static Object[] ARRAY[] = {};
  private int field;
  static int notFinal;
  final Runnable task = new Runnable() {
    @Override
    public void run() {}
  };

  static {
    int inBlock = 1;
  }

  /** Makes a store. */
  public Store(int size) {
    this.field = size;
  }

  <T> Store(List<? extends T> all, String... rest) throws Exception {
    this(all.size());
  }

  /**
   * Finds one.
   *
   * @param key which
   */
  @Override
  public <T extends V & Cloneable> Entry<K, List<T>> find(
      final K key, // the key
      int... more) throws IllegalStateException, java.io.IOException {
    class Local {
      void inLocal() {}
    }
    Runnable anonymous = new Runnable() {
      public void run() { class Hidden {} }
    };
    // void commented() {}
    if (key == null) { return null; }
    return null;
  }

  abstract void noBody();

  native synchronized int[] old()[];

  /** What an order can be. */
  public enum State implements Named {
    /** Just made. */
    NEW(1) {
      @Override
      int next() { return 2; }
    },
    PAID;

    State(int... code) {}

    int next() { return 0; }

    static final State DEFAULT = NEW;
  }

  record Point<T>(int x, T y) implements Shape {
    static final Point<?> ORIGIN = new Point<>(0, null);

    Point {
      if (x < 0) throw new IllegalArgumentException();
    }

    Point(T y) { this(0, y); }

    int sum() { return x; }
  }

  public sealed interface Shape permits Point {
    int SIDES = 4;

    default void draw() {}

    static Shape of() { return null; }

    double area();

    class Inner {
      static class Deep {
        void deepest() {}
      }
    }
  }

  @interface Marker {
    String value() default "x";

    int LEVEL = 1;
  }
}

class Second {
  String block = """
      class InTextBlock {
      """;
  void if_() {}
}

/**
 * Says what it is, above a note for a tool.
 */
//@Immutable
@SuppressWarnings("all")
class Noted {
}
